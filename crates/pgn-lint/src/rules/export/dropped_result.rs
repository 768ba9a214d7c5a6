//! A result that EPD records cannot hold.
//!
//! # What it finds
//! The result of a game whose positions are written as EPD, unless the last position shows it.
//!
//! # Why it matters
//! The records of the game do not say who won.
//!
//! # Standard
//! §16.2.5. Decisions: none.
//!
//! # Example
//! ```pgn modern
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
//! [Result "0-1"]
//!
//! 1. f3 e5 2. g4 Qh4# 0-1
//!
//! ```
//!
//! # Fix
//! None: it is found only by `pgn convert --to epd`.
//!
//! # Seen in
//! Games that ended by resignation or on time.

use crate::rules::prelude::*;

rule! { "dropped_result.rs", loss::DROPPED_RESULT; LOST_IN_EXPORT, None, Linter }
