//! Games in files of any size: opens and decompresses files, distributes games to threads, and
//! writes files atomically.
//!
//! This crate does I/O but prints nothing: it returns an [`error::Error`] for failures and notes
//! for other observations, and a counter has the progress.
//!
//! Start at [`source::Inputs`]; [`scan::run`] processes its sources.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod archive;
pub mod collate;
mod compression;
pub mod config;
mod damage;
pub mod dedupe;
pub mod engine_match;
pub mod error;
pub mod extract;
pub mod identity;
pub mod index;
pub mod library;
mod open_games;
pub mod output;
pub mod pairing;
pub mod reading;
pub mod record;
pub mod report;
pub mod scan;
pub mod select;
pub mod sort;
pub mod source;
pub mod split;
pub mod standings;
pub mod stats;
pub mod tree;

pub use open_games::{OpenGames, open_games};
