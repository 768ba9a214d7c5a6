//! The moves that were played from a position: counted over games, transpositions together (§19,
//! D-33, D-52).
//!
//! ```text
//! games ─ worker ─ (position, move) → score ─┐
//!       ─ worker ─ (position, move) → score ─┼─ gathered ─ sorted ─ tree, or book
//!       ─ worker ─ (position, move) → score ─┘      └ disk ┘
//! ```
//!
//! A position is identified by its Polyglot key. Each game counts once in a position, with the move
//! that it played when it first reached it, and from the first time that it reaches the requested
//! position.
//!
//! Start at [`Count`], a [`Job`](crate::scan::Job) whose results go to [`Gather`].

mod columns;
mod count;
mod gather;
mod indexed;
mod line_follower;
mod merge;
mod score;
mod walk;

#[cfg(test)]
mod tests;

pub use columns::{MoveRow, columns};
pub use count::{Count, Counted, Games, Sight};
pub use gather::{Gather, Moves};
pub use indexed::{Answer, look_up};
pub use line_follower::{GameOutcome, LineFollower, Root};
pub use merge::{ChunkTrie, MergeGames};
pub use score::{GameSummary, Score, Side};
pub use walk::{Tree, TreeError, Visit};

use pgnkit::chess::Move;

/// A move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The key of the position.
    pub key: u64,
    /// The move.
    pub mv: Move,
}

/// A move in a position, with all games in which it was played there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which.
    pub edge: Edge,
    /// How these games went.
    pub score: Score,
}
