//! Games whose lines are added to the open one.

use pgn_formats::speech::Phrase;
use pgnkit::Game;
use pgnkit::merge_games::{AddedLines, MergeError, add_lines};

use crate::games::SessionError;

/// A game whose lines are added.
#[derive(Debug)]
pub(crate) struct OtherGame {
    pub(crate) game: Game,
    /// What comments call it: `mine.pgn:12`.
    pub(crate) origin: String,
}

/// Why lines cannot be added, in every language.
pub(crate) fn merge_error(error: MergeError) -> SessionError {
    match error {
        MergeError::Start => SessionError::of(Phrase::DifferentStart),
        error => SessionError::new(error.to_string()),
    }
}

/// Adds lines to a game; returns what was added in all.
pub(crate) fn add_all(game: &mut Game, others: &[OtherGame]) -> Result<AddedLines, MergeError> {
    let n_plies = game.n_plies();
    let mut all = AddedLines::default();
    for other in others {
        let added = add_lines(game, &other.game, &other.origin)?;
        all.move_count += added.move_count;
        all.remark_count += added.remark_count;
        all.clock_count += added.clock_count;
    }
    all.main_ply_count = game.n_plies() - n_plies;
    Ok(all)
}
