//! All moves sorted by their texts: the simple way, for any variant and any number of pieces.
//!
//! Standard: §20.2.

use super::{key, move_of};
use crate::moves::{Move, MoveList};
use crate::position::Position;

/// The keys of all legal moves, in order.
pub(super) struct Sorted {
    keys: [u64; MoveList::CAPACITY],
    len: usize,
}

impl Sorted {
    #[cold]
    pub(super) fn of(position: &Position) -> Sorted {
        let moves = position.legal_moves();
        let mut sorted = Sorted { keys: [0; MoveList::CAPACITY], len: moves.len() };
        for (slot, &mv) in sorted.keys.iter_mut().zip(moves.iter()) {
            *slot = key(position, mv);
        }
        sorted.keys[..moves.len()].sort_unstable();
        sorted
    }

    /// How many keys are less.
    pub(super) fn before(&self, key: u64) -> usize {
        self.keys[..self.len].partition_point(|&other| other < key)
    }

    pub(super) fn nth(&self, n: usize) -> Option<Move> {
        self.keys[..self.len].get(n).copied().map(move_of)
    }
}
