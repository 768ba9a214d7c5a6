//! A variation that EPD records cannot contain.
//!
//! # What it finds
//! A variation in a game whose positions are converted to EPD: the records contain only the main
//! line.
//!
//! # Why it matters
//! Its moves and comments are lost.
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
//! [Result "*"]
//!
//! 1. e4 e5 *
//!
//! ```
//!
//! # Fix
//! None: only `pgn convert --to epd` reports this.
//!
//! # Seen in
//! Annotated games.

use crate::rules::prelude::*;

rule! { "dropped_variation.rs", loss::DROPPED_VARIATION; LOST_IN_EXPORT, None, Linter }
