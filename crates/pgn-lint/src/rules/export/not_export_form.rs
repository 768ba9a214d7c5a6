//! Text that is not exactly the export form of the profile.
//!
//! # What it finds
//! Under a profile modern, archival, reduced or lossless, the first place of each game where its
//! text differs from what that profile writes for it: tag order, line breaks, blanks, spelling of
//! moves, empty lines, line ends.
//!
//! # Why it matters
//! Export form is what makes files equal that hold the same games, and what simple programs may
//! rely on.
//!
//! # Standard
//! §3.2, §8.2.1. Decisions: D-27, D-39, D-40.
//!
//! # Example
//! ```pgn archival
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! 1.e4 e5 *
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
//! None for one place: `pgn fmt` writes the whole game.
//!
//! # Seen in
//! Every program has a layout of its own.

use crate::rules::prelude::*;

rule! {
    "not_export_form.rs", 'X' 1 "not-export-form" Departure "§3.2"
        "text that is not the export form of its profile";
    EXPORT, None, Linter
}
