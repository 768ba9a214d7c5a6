//! Matches of engines: scores of each pair of players with their statistics, and how the engines
//! used their time.
//!
//! ```text
//! games ─ results ─ sorted by players and opening ─ pairs of games ─ scores
//! ```
//!
//! The two games of an opening with both colors form a pair. Their result has less variance than
//! two independent games, which makes the error bar smaller.
//!
//! Start at [`SeeMatch`], which sees games in [`CountAnd`](crate::stats::CountAnd);
//! [`MatchGames`] takes what it gives.

mod collect;
mod columns;
mod job;
mod opening;
mod score;
mod sprt;

#[cfg(test)]
mod tests;

pub use collect::{MatchError, MatchGames, Opponents};
pub use columns::{engine_columns, opponent_columns};
pub use job::{EngineUse, MatchChunk, SeeMatch};
pub use score::{Distribution, MatchScore, elo_of_score, score_of_elo};
pub use sprt::{Sprt, SprtState};
