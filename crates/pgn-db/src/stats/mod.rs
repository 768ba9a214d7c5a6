//! Games counted: by player, opening, year or any tag, and how each of these scored (§8.1.1, §9,
//! D-14, D-16, D-19, D-22, D-42).
//!
//! ```text
//! games ─ views ─ groups of a chunk ─ groups of all ─┬───────────── ranked rows
//!                                                        └ disk, merged ┘
//! ```
//!
//! Counts are sums, so neither the number of threads nor the order of files affects them. Groups
//! that do not fit into memory are written to disk and merged; nothing is left out or estimated.
//!
//! Start at [`Table`]; [`CountAnd`] is the [`Job`](crate::scan::Job) of a [`Count`], and
//! [`Counted`] takes what it gives.

mod columns;
mod counted;
mod group;
mod job;
mod performance;
mod ranked;
mod recent;
mod side;
mod spelled;
mod tally;
mod value;
mod wanted;
mod watch;
mod word;

#[cfg(test)]
mod tests;

pub use columns::{columns, performance_for_people};
pub use counted::Counted;
pub use group::{Groups, Table};
pub use job::{Count, CountAnd, Found, SeeGame, SummaryReader};
pub use performance::{difference, performance};
pub use ranked::{Order, Ranked, Row, SortBy, Totals};
pub use recent::{RecentGame, RecentGames, SeeRecent, recent_columns};
pub use side::SidedGame;
pub use tally::Tally;
pub use value::Value;
pub use wanted::WantedPlayer;
pub use watch::{Whole, outcome_by_text};
pub use word::Word;
