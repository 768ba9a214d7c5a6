//! Counting the leaves of the tree of moves.
//! Owns: [`perft`]. Knows nothing of: the published counts, they are in the tests.
//! Standard: none.
//! Start at [`perft`].

use crate::movegen::{Count, generate};
use crate::position::Position;

/// The number of sequences of legal moves of exactly `depth` plies; 1 for depth 0.
///
/// The last ply is counted, not played. Time grows about thirtyfold with each ply.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = Count(0);
            let _ = generate(position, &mut count);
            count.0
        }
        _ => {
            let moves = position.legal_moves();
            moves.iter().map(|mv| perft(&position.after(*mv), depth - 1)).sum()
        }
    }
}
