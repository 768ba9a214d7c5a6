//! The `pgn` command: arguments, output, terminals, signals, exit status and verbs.
//!
//! The binary only calls [`commands::run`]. The modules are public for the tests and for other
//! crates of this workspace; their API is not stable.
//!
//! Start at [`commands::run`]; a verb reads [`pgn_db::source::Inputs`] and writes to an
//! [`output::Output`].
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod args;
mod collect;
mod collection;
pub mod commands;
mod conservation;
mod date_order;
pub mod diff;
pub mod engine;
pub mod exit;
mod extensions;
mod gather;
mod illegal_moves;
mod in_place;
mod indexed;
pub mod memory;
mod moves;
pub mod output;
mod page_text;
pub mod paths;
pub mod progress;
mod publish;
pub mod report;
pub mod rewrite;
pub mod screen;
pub mod signal;
pub mod size;
pub mod terminal;
pub mod topics;
mod values;
pub mod where_args;
