//! Games in the notations of other readers: people who listen, people who write letters.
//!
//! Owns: the rooms of these notations, and the words that they share. Knows nothing of: files,
//! terminals.
//! Standard: §10, §21. Decisions: D-55, D-61.
//! Start at [`blind`] and [`speech`].

mod label;
mod sentence;
mod words;

pub mod blind;
pub mod speech;

pub use words::Commands;
