//! Events: pairings and standings (§8.1.1, §9.2, §9.8, D-16, D-18, D-20, D-22).
//!
//! ```text
//! games ─ entries ─ sorted by event ─ one event after the other ─ its kind ─ standings
//! ```
//!
//! Only tags are read. One event is held at a time; the rest lies in the sorter.
//!
//! Start at [`Enter`], the [`Job`](crate::scan::Job); [`Events`] gives what came together.

mod entry;
mod event;
mod events;
mod job;
mod kind;
mod part;
mod ranking;
mod team;
mod tie_break;

#[cfg(test)]
mod known_events;
#[cfg(test)]
mod tests;

pub(crate) use entry::is_round_name;
pub use entry::{Entry, Points};
pub use event::{Event, Meeting, Seat};
pub(crate) use events::is_one_event;
pub use events::{Events, Group};
pub use job::{Enter, Entered};
pub use kind::Kind;
pub use part::EventBy;
pub use ranking::{Place, Standings};
pub use team::{Team, TeamStandings, team_standings};
pub use tie_break::{TieBreak, usual_tie_breaks};
