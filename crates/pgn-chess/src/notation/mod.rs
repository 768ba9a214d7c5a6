//! Notations for moves: SAN, LAN, UCI, figurines, and the letters of other languages.
//!
//! Standard: §8.2.3, §17. Decisions: D-32, D-34, D-37, D-62.
//! Start at [`san`].

pub mod figurine;
pub mod lan;
pub mod letters;
pub mod san;
pub mod uci;

#[cfg(test)]
mod tests;
