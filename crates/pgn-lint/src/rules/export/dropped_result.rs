//! A result that EPD records cannot contain.
//!
//! # What it finds
//! The result of a game whose positions are converted to EPD, unless the last position shows it.
//!
//! # Why it matters
//! The records of the game do not show who won.
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
//! None: only `pgn convert --to epd` reports this.
//!
//! # Seen in
//! Games that ended by resignation or on time.

use crate::rules::prelude::*;

rule! { "dropped_result.rs", loss::DROPPED_RESULT; LOST_IN_EXPORT, None, Linter }
