//! The moves of one position, from the index of a file instead of its games (§19, D-33, D-52).

use std::collections::HashMap;

use super::count::Games;
use super::score::{GameSummary, Score, Side};
use super::{Edge, Played};
use crate::error::Error;
use crate::index::{Facts, Index, RoaringBitmap, year_of};
use pgnkit::chess::{Color, Move, Position};

/// The results for the games, and the moves.
pub type Answer = (Games, Vec<Played>);

/// The same result as a scan of the file with [`Count`](super::Count) for one ply after `position`,
/// the moves in no order. Reads some pages of the index, and 16 bytes for each game. `None` if a
/// game has more positions than an index can store, so that only the file has the answer.
///
/// # Errors
/// When the index is damaged or cannot be read.
pub fn look_up(index: &Index, position: &Position) -> Result<Option<Answer>, Error> {
    if index.has_overlong_game()? {
        return Ok(None);
    }
    let mut groups = index.moves_at(position.polyglot_key())?;
    groups.sort_by_key(|played| played.ply);
    let side = match position.turn() {
        Color::White => Side::White,
        Color::Black => Side::Black,
    };
    let mut columns = index.columns();
    let mut games =
        Games { unplayable_count: u64::from(index.left_out_count()), ..Games::default() };
    let mut scores: HashMap<Move, Score> = HashMap::new();
    // A game counts as it first came there.
    let mut counted = RoaringBitmap::new();
    for played in groups {
        for &game in played.games.iter().filter(|game| counted.insert(**game)) {
            let facts = columns.get(game)?;
            if facts.variant != Some(position.variant()) {
                continue;
            }
            let facts = facts_of(&facts);
            games.reached.join(&Score::of_game(&facts, Side::White));
            if let Some(mv) = played.mv {
                scores.entry(mv).or_default().join(&Score::of_game(&facts, side));
            }
        }
    }
    let other_count = u64::from(games.reached.game_count) + games.unplayable_count;
    games.elsewhere_count = u64::from(index.game_count()).saturating_sub(other_count);
    let key = position.polyglot_key();
    let moves = scores.into_iter().map(|(mv, score)| Played { edge: Edge { key, mv }, score });
    Ok(Some((games, moves.collect())))
}

fn facts_of(facts: &Facts) -> GameSummary {
    let rating = |elo: u16| Some(u32::from(elo)).filter(|elo| *elo > 0);
    GameSummary {
        outcome: facts.outcome,
        white_elo: rating(facts.white_elo),
        black_elo: rating(facts.black_elo),
        year: year_of(facts.date),
    }
}
