//! The unplayable rest of a line, left out by reduced export.
//!
//! # What it finds
//! The unplayable rest of a line, left out by reduced export.
//!
//! # Why it matters
//! Reduced export has no comments in which to keep the text.
//!
//! # Standard
//! §8.2. Decisions: D-33.
//!
//! # Example
//! ```pgn reduced also-X001 also-C001
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! 1. e4 e5 2. Nf6 *
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
//! 1. e4 e5 *
//!
//! ```
//!
//! # Fix
//! None: this is a limit of the profile; use another profile to keep it.
//!
//! # Seen in
//! Games with an illegal move.

use crate::rules::prelude::*;

rule! { "dropped_rest.rs", loss::DROPPED_REST; LOST_IN_EXPORT, None, Linter }
