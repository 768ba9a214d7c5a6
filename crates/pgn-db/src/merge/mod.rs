//! Files whose games are in order already, brought together without sorting them anew.
//!
//! ```text
//! tags of each file ─ in order? ─ no: the sorter
//!                               └ yes
//! file ─ read ─┐
//! file ─ read ─┼─ the least head first ─ games with one head ─ sorted ─ games
//! file ─ read ─┘
//! ```
//!
//! What is compared while files are read side by side is the head of an order: its first keys, as
//! far as they are tags. Games with equal heads are few, and go through a small sorter, so that the
//! result is that of sorting all games.
//!
//! Owns: whether files are in order, and which of them gives the next game. Knows nothing of: which
//! games are wanted, where they go.
//! Standard: §12. Decisions: D-42.
//! Start at [`in_order`], then [`Merger`].

mod look;
mod merger;
mod stream;

#[cfg(test)]
mod tests;

pub use look::in_order;
pub use merger::{Merged, Merger, Moved};
