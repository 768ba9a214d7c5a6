//! Databases of other chess programs as games.
//!
//! Reading never fails because of the data: what is damaged or not known becomes a [`Finding`], and
//! everything that can still be read is. Only a disk that fails is an error.
//!
//! Owns: the formats' bytes and what they mean in PGN. Knows nothing of: files, threads, clocks.
//! Standard: §13.5, §13.12, §13.14. Decisions: none.
//! Start at [`Program::open`]; [`chessbase::Database`], [`scid::Database`], [`cbh2::Database`]
//! and [`cbf::Database`] are the databases.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bytes;
mod database;
mod finding;
mod nation;
mod part;
mod program;
mod setup;

pub mod cbf;
pub mod cbh2;
pub mod cbv;
pub mod chessbase;
pub mod scid;

pub use bytes::with_encoding;
pub use database::{Database, Entry, Parts};
pub use finding::{Fault, File, Finding, Findings};
pub use nation::Languages;
pub use part::{ReadAt, Seekable};
pub use program::{Program, Unread};
