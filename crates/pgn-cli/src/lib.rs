//! The layers of the `pgn` command that touch the world: what it reads, where it writes, how it
//! talks and how it ends.
//!
//! The binary is a thin shell around [`commands::run`]. The layers are public so that the tests,
//! and the crates that need the same files and folders, can use them; they promise nothing beyond
//! this workspace.
//!
//! Owns: files, folders, archives, threads, terminals, signals, exit status, the verbs. Knows
//! nothing of: how games are read, judged and written.
//! Standard: none.
//! Start at [`source::Inputs`] and [`output::Output`]; between them stands [`scan::run`].
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod args;
pub mod commands;
pub mod diff;
pub mod error;
pub mod exit;
pub mod identity;
mod in_place;
mod json;
pub mod output;
pub mod progress;
pub mod rewrite;
pub mod scan;
pub mod source;
pub mod terminal;
