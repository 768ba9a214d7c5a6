//! A variation that EPD records cannot hold.
//!
//! # What it finds
//! A variation of a game whose positions are written as EPD: records are of the main line.
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
//! None: it is found only by `pgn convert --to epd`.
//!
//! # Seen in
//! Annotated games.

use crate::rules::prelude::*;

rule! { "dropped_variation.rs", loss::DROPPED_VARIATION; LOST_IN_EXPORT, None, Linter }
