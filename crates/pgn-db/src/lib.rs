//! Games in files of any size: opened, unpacked, shared among threads, and written whole.
//!
//! Everything here touches the world, and nothing here talks about it: trouble comes back as an
//! [`error::Error`], what was noticed as notes, and how far the work is can be asked of a counter.
//!
//! Owns: files, folders, archives, compression, threads, the scan. Knows nothing of: terminals,
//! the command line, how games are read, judged and written.
//! Start at [`source::Inputs`]; [`scan::run`] works on what it gives.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod archive;
pub mod collate;
mod compression;
pub mod config;
mod damage;
pub mod dedupe;
pub mod error;
pub mod extract;
pub mod identity;
pub mod index;
pub mod library;
mod open_games;
pub mod output;
pub mod pairing;
pub mod reading;
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
