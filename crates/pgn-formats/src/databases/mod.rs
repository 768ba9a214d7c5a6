//! Reads games from the databases of other chess programs.
//!
//! Reading never fails because of the data: damaged or unknown parts become a [`Finding`], and
//! everything else is read. Only I/O failures are errors.
//!
//! Start at [`Program::open`]; [`chessbase::Database`], [`scid::Database`], [`cbh2::Database`] and
//! [`cbf::Database`] are the databases.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bytes;
mod database;
mod finding;
mod nation;
mod part;
mod play;
mod program;
mod setup;
mod step;

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
