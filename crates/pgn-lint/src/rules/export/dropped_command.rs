//! A comment command that EPD records cannot contain.
//!
//! # What it finds
//! A command in a comment, such as `[%clk 0:05:00]`, in a game whose positions are converted to
//! EPD. `[%eval]` and `[%epd]` are not reported, because EPD has opcodes for them.
//!
//! # Why it matters
//! Clock times and arrows on the board are lost.
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
//! 1. e4 {[%eval 0.30]} *
//!
//! ```
//!
//! # Fix
//! None: only `pgn convert --to epd` reports this.
//!
//! # Seen in
//! Games from servers, with clock times.

use crate::rules::prelude::*;

rule! { "dropped_command.rs", loss::DROPPED_COMMAND; LOST_IN_EXPORT, None, Linter }
