//! A command of a comment that EPD records cannot hold.
//!
//! # What it finds
//! A command in a comment, such as `[%clk 0:05:00]`, of a game whose positions are written as EPD.
//! `[%eval]` and `[%epd]` have opcodes.
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
//! None: it is found only by `pgn convert --to epd`.
//!
//! # Seen in
//! Games of servers, with clock times.

use crate::rules::prelude::*;

rule! { "dropped_command.rs", loss::DROPPED_COMMAND; LOST_IN_EXPORT, None, Linter }
