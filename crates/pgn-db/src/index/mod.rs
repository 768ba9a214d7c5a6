//! An index: a side file with the place of every game of a file, its tags, and the positions that
//! were reached (D-52).
//!
//! ```text
//! games.pgn          ─ scan ─ indexer ─┬─ places and facts, a row a game
//!                                     ├─ words: tag values in order, with their games
//!                                     └─ postings: position keys in order, with games and moves
//! games.pgn.pgnidx   ─ a few pages read, each checked ─ games ─ read and looked at again
//! ```
//!
//! The answers of an index about tags are candidates: callers read those games and test them. So an
//! answer with an index is the same as without it, only faster. An index that does not fit its file
//! is detected and not used.
//!
//! The format is described for others in `docs/formats/index.md`.
//!
//! Start at [`update`] to make one, at [`Index`] to ask it.

mod build;
mod bytes;
mod candidates;
mod encode;
mod facts;
mod header;
mod indexer;
mod look;
mod open;
mod page;
mod partition;
mod pick;
mod plan;
mod posting;
mod segment;
mod stamp;
mod summary_tags;
mod value;
mod words;

#[cfg(test)]
mod tests;

pub use build::{Done, Options, Watch, update};
pub use facts::{Facts, Place};
pub use header::Access;
pub use look::{Columns, Played};
pub use open::{Change, ENDING, Index, IndexUnusable, side_path};
pub(crate) use summary_tags::{SummaryTags, year_of};

/// Sets of game numbers, as lookups give them.
pub use roaring::RoaringBitmap;
