//! An escape line that the profile does not keep.
//!
//! # What it finds
//! An escape line that the profile does not keep.
//!
//! # Why it matters
//! Private data of a program is lost. It does not belong in archives.
//!
//! # Standard
//! §6.
//!
//! # Example
//! ```pgn modern also-X001
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! 1. e4
//! %private
//! *
//!
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! 1. e4 *
//!
//! ```
//!
//! # Fix
//! None: the lossless profile keeps it.
//!
//! # Seen in
//! Programs that store their own data in the file.

use crate::rules::prelude::*;

rule! { "dropped_escape.rs", loss::DROPPED_ESCAPE; LOST_IN_EXPORT, None, Linter }
