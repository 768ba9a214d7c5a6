//! Counting the tree of moves.

use crate::movegen::{Count, Sink};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::generate;

/// The number of sequences of legal moves of exactly `depth` plies; 1 for depth 0.
///
/// The last ply is counted, not played. Time grows about thirtyfold with each ply.
///
/// ```
/// use pgn_chess::{Position, perft};
/// assert_eq!(perft(&Position::start(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = Count::default();
            let _ = generate(position, &mut count);
            count.total()
        }
        _ => {
            let mut walk = PerftSink { position, depth, leaves: 0 };
            let _ = generate(position, &mut walk);
            walk.leaves
        }
    }
}

/// Plays each move as soon as it is found.
struct PerftSink<'a> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
}

impl Sink for PerftSink<'_> {
    fn one(&mut self, mv: Move) -> bool {
        self.leaves += perft(&self.position.after(mv), self.depth - 1);
        false
    }
}
