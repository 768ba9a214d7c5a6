//! The moves that were played in the positions of many games, counted in memory.
//!
//! A game counts once in a position, with the move that it played when it first came there, as in
//! an index. Games of which a move cannot be played do not count.
//!
//! Memory is bounded: if there are more moves than are allowed, those after the first plies of each
//! game are left out, so that the counts of all others stay exact.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use pgnkit::chess::notation::san;
use pgnkit::chess::{Color, Move, Position};
use pgnkit::game::{Annotation, MoveText};
use pgnkit::tag::Outcome;
use pgnkit::{Game, NodeId};

/// The moves of many games. Memory: 38 bytes for each different move if their number is 7/8 of a
/// power of two, and half of that again while it grows.
#[derive(Debug, Clone)]
pub struct MoveTree {
    counts: HashMap<TreeKey, Results, BuildHasherDefault<KeyHasher>>,
    entries_max: usize,
    /// Of each game, this many plies are counted.
    ply_max: u16,
    /// The plies of the longest game, as far as they are counted.
    longest: u16,
    game_count: usize,
    left_out_count: usize,
    /// The moves of a game; kept for its memory.
    path: Vec<TreeKey>,
}

/// A move in a position; the last position of a game has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct TreeKey {
    /// The key of the position, which differs between variants.
    position: u64,
    /// Plies before it in the game.
    ply: u16,
    mv: u16,
}

/// In place of a move at the end of a game: no move has this number.
const END: u16 = u16::MAX;

/// How far back a position is looked for that comes again; no real game has this many plies.
const RECENT_PLIES: usize = 1000;

/// Uses the key of the position, which is as good as random.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u16(byte.into()));
    }

    fn write_u16(&mut self, n: u16) {
        self.0 = (self.0.rotate_left(16) ^ u64::from(n)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u64(&mut self, n: u64) {
        self.0 ^= n;
    }
}

/// How games ended: for White, in a draw, for Black, and otherwise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that White won.
    pub white: u32,
    /// Games that ended in a draw.
    pub draw: u32,
    /// Games that Black won.
    pub black: u32,
    /// Games without a result over the board.
    pub other: u32,
}

impl Results {
    fn of(outcome: Outcome) -> Results {
        let mut results = Results::default();
        // Forfeits and arbiters' results are no evidence about the moves.
        match outcome.half_points().filter(|_| outcome.is_standard()) {
            Some([2, _]) => results.white = 1,
            Some([_, 2]) => results.black = 1,
            Some(_) => results.draw = 1,
            None => results.other = 1,
        }
        results
    }

    fn join(&mut self, other: &Results) {
        self.white += other.white;
        self.draw += other.draw;
        self.black += other.black;
        self.other += other.other;
    }

    /// All games.
    #[must_use]
    pub fn game_count(&self) -> u32 {
        self.white + self.draw + self.black + self.other
    }

    /// The points of a side in percent, of games with a result.
    #[must_use]
    pub fn percent(&self, side: Color) -> Option<u32> {
        let decided = u64::from(self.white) + u64::from(self.draw) + u64::from(self.black);
        let won = if side == Color::White { self.white } else { self.black };
        let halves = 2 * u64::from(won) + u64::from(self.draw);
        (decided > 0).then(|| ((100 * halves + decided) / (2 * decided)) as u32)
    }
}

/// A move that was played in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// It in SAN.
    pub san: String,
    /// How the games went.
    pub results: Results,
}

/// The moves that were played in a position, the most played first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayedMoves {
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// In how many games the position was, with those that ended there.
    pub game_count: u32,
    /// If memory is too small for all moves: how many plies of each game are counted.
    pub ply_max: Option<u16>,
}

impl PlayedMoves {
    /// Moves that were counted elsewhere, in any order.
    #[must_use]
    pub fn of(position: &Position, moves: impl IntoIterator<Item = (Move, Results)>) -> Self {
        let mut sorted: Vec<PlayedMove> = Vec::new();
        for (mv, results) in moves {
            let mut board = *position;
            let san = san::play_to_text(&mut board, mv).as_str().to_owned();
            let count = results.game_count();
            // A position has few moves.
            let is_before = |other: &PlayedMove| {
                let other_count = other.results.game_count();
                other_count > count || other_count == count && other.san < san
            };
            let at = sorted.iter().position(|other| !is_before(other)).unwrap_or(sorted.len());
            sorted.insert(at, PlayedMove { mv, san, results });
        }
        PlayedMoves { moves: sorted, game_count: 0, ply_max: None }
    }
}

impl MoveTree {
    /// A tree of at most this many different moves.
    #[must_use]
    pub fn new(entries_max: usize) -> MoveTree {
        MoveTree {
            counts: HashMap::default(),
            entries_max,
            ply_max: END,
            longest: 0,
            game_count: 0,
            left_out_count: 0,
            path: Vec::new(),
        }
    }

    /// Counts the main line of a game.
    ///
    /// ```
    /// use pgn_view::MoveTree;
    /// use pgnkit::{Game, Position};
    ///
    /// let mut tree = MoveTree::new(1000);
    /// for text in ["1. e4 e5 1-0", "1. e4 c5 0-1", "1. d4 *"] {
    ///     tree.add(&text.parse::<Game>()?);
    /// }
    /// let played = tree.moves_at(&Position::start());
    /// assert_eq!((played.moves[0].san.as_str(), played.moves[0].results.game_count()), ("e4", 2));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn add(&mut self, game: &Game) {
        self.path.clear();
        let is_counted = self.follow(game);
        if !is_counted {
            self.left_out_count += 1;
            return;
        }
        self.game_count += 1;
        let results = Results::of(game.outcome());
        self.longest = self.path.iter().map(|key| key.ply).max().unwrap_or(0).max(self.longest);
        for at in 0..self.path.len() {
            // Before it grows, as the table would become twice as large.
            if self.counts.len() >= self.entries_max {
                self.forget_deepest();
            }
            let key = self.path[at];
            if key.ply < self.ply_max {
                self.counts.entry(key).or_default().join(&results);
            }
        }
    }

    /// Plays the main line; returns whether all of it can be played.
    fn follow(&mut self, game: &Game) -> bool {
        let Some(mut position) = game.start_position() else { return false };
        let tree = game.tree();
        let (mut last, mut ply) = (NodeId::ROOT, 0);
        for node in game.main_line() {
            let Some(MoveText::Move(mv)) = tree.mv(node) else { return false };
            if ply < self.ply_max {
                self.visit(&position, ply, mv.raw());
                position.play_unchecked(mv);
                ply += 1;
            }
            last = node;
        }
        if ply < self.ply_max {
            self.visit(&position, ply, END);
        }
        !tree.annotations(last).any(|it: Annotation<'_>| it.is_unplayable())
    }

    /// A game counts as it first came to a position.
    fn visit(&mut self, position: &Position, ply: u16, mv: u16) {
        let position = key_of(position);
        let recent = &self.path[self.path.len().saturating_sub(RECENT_PLIES)..];
        if recent.iter().all(|key| key.position != position) {
            self.path.push(TreeKey { position, ply, mv });
        }
    }

    /// Leaves out plies from the end, until a fourth of the memory is free again.
    fn forget_deepest(&mut self) {
        while self.counts.len() > self.entries_max / 4 * 3 && self.longest > 0 {
            self.longest -= (self.longest / 16).max(1);
            let ply_max = self.longest;
            self.ply_max = ply_max;
            self.counts.retain(|key, _| key.ply < ply_max);
        }
    }

    /// Games that were counted.
    #[must_use]
    pub fn game_count(&self) -> usize {
        self.game_count
    }

    /// Games that were left out, because their start is unknown or a move cannot be played.
    #[must_use]
    pub fn left_out_count(&self) -> usize {
        self.left_out_count
    }

    /// The moves that were played in a position.
    #[must_use]
    pub fn moves_at(&self, position: &Position) -> PlayedMoves {
        let key = key_of(position);
        let results_of = |mv: u16| {
            let mut all = Results::default();
            for ply in 0..=self.longest {
                if let Some(results) = self.counts.get(&TreeKey { position: key, ply, mv }) {
                    all.join(results);
                }
            }
            all
        };
        let legal = position.legal_moves();
        let moves = legal.as_slice().iter().copied().chain([Move::NULL]);
        let played = moves.map(|mv| (mv, results_of(mv.raw())));
        let played: Vec<_> = played.filter(|(_, results)| results.game_count() > 0).collect();
        let went_on: u32 = played.iter().map(|(_, results)| results.game_count()).sum();
        PlayedMoves {
            game_count: went_on + results_of(END).game_count(),
            ply_max: Some(self.ply_max).filter(|&ply_max| ply_max < END),
            ..PlayedMoves::of(position, played)
        }
    }
}

/// The key of a position by its rules.
fn key_of(position: &Position) -> u64 {
    let variant = position.variant() as u64;
    position.polyglot_key() ^ variant.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A game of moves chosen by these numbers.
    fn game(choices: &[u8], outcome: Outcome) -> Game {
        let (mut game, mut position, mut node) = (Game::new(), Position::start(), NodeId::ROOT);
        for &choice in choices {
            let legal = position.legal_moves();
            // Few different moves, so that games meet and come back to positions.
            let few = &legal.as_slice()[..legal.len().min(3)];
            let Some(&mv) = few.get(usize::from(choice) % few.len().max(1)) else { break };
            node = game.add_move(node, mv).expect("a legal move");
            position.play_unchecked(mv);
        }
        game.set_outcome(outcome);
        game
    }

    /// Counts the moves of a position in the plainest way.
    fn counted(games: &[Game], position: &Position, ply_max: u16) -> (u32, Vec<(Move, Results)>) {
        let (mut game_count, mut moves): (u32, Vec<(Move, Results)>) = (0, Vec::new());
        for game in games {
            let (mut board, mut line) = (Position::start(), game.main_line());
            for _ in 0..ply_max {
                let next = line.next().and_then(|node| match game.tree().mv(node) {
                    Some(MoveText::Move(mv)) => Some(mv),
                    _ => None,
                });
                if board.polyglot_key() == position.polyglot_key() {
                    game_count += 1;
                    let results = Results::of(game.outcome());
                    match (next, moves.iter_mut().find(|(mv, _)| Some(*mv) == next)) {
                        (None, _) => {}
                        (_, Some((_, known))) => known.join(&results),
                        (Some(mv), None) => moves.push((mv, results)),
                    }
                    break;
                }
                let Some(mv) = next else { break };
                board.play_unchecked(mv);
            }
        }
        (game_count, moves)
    }

    fn any_line() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(0..3_u8, 0..14)
    }

    proptest! {
        #[test]
        fn counts_are_those_of_reading_each_game(
            lines in prop::collection::vec((any_line(), 0..4_usize), 1..9),
            entries_max in prop::sample::select(vec![4, 12, 40, 100_000]),
        ) {
            let outcomes =
                [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins, Outcome::Unknown];
            let games: Vec<Game> =
                lines.iter().map(|(line, outcome)| game(line, outcomes[*outcome])).collect();
            let mut tree = MoveTree::new(entries_max);
            games.iter().for_each(|game| tree.add(game));
            prop_assert!(tree.counts.len() <= entries_max, "the memory is bounded");
            let mut positions = vec![Position::start()];
            for game in &games {
                let mut board = Position::start();
                for node in game.main_line() {
                    if let Some(MoveText::Move(mv)) = game.tree().mv(node) {
                        board.play_unchecked(mv);
                        positions.push(board);
                    }
                }
            }
            for position in positions {
                let played = tree.moves_at(&position);
                let (game_count, moves) = counted(&games, &position, tree.ply_max);
                let expected = PlayedMoves::of(&position, moves);
                prop_assert_eq!(&played.moves, &expected.moves);
                prop_assert_eq!(played.game_count, game_count);
                prop_assert_eq!(played.ply_max.is_some(), tree.ply_max < END);
            }
        }
    }

    #[test]
    fn games_that_cannot_be_played_do_not_count() {
        let mut tree = MoveTree::new(100);
        for text in ["1. e4 Ke5 1-0", "[Variant \"Unknown\"]\n\n1. e4 *", "1. e4 e5 1-0", "*"] {
            tree.add(&text.parse().expect("a game"));
        }
        assert_eq!((tree.game_count(), tree.left_out_count()), (2, 2));
        let played = tree.moves_at(&Position::start());
        assert_eq!((played.game_count, played.moves.len()), (2, 1));
        assert_eq!(played.moves[0].results.percent(Color::White), Some(100));
    }

    #[test]
    fn positions_of_variants_are_apart() {
        let mut tree = MoveTree::new(100);
        for text in ["[Variant \"Atomic\"]\n\n1. e4 *", "1. d4 *"] {
            tree.add(&text.parse().expect("a game"));
        }
        let played = tree.moves_at(&Position::start());
        assert_eq!(played.moves.iter().map(|it| it.san.as_str()).collect::<Vec<_>>(), ["d4"]);
    }
}
