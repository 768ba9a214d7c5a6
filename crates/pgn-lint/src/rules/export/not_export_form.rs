//! Text that differs from the export form of the profile.
//!
//! # What it finds
//! Under the profile modern, archival, reduced or lossless: the first place in each game where the
//! text differs from what that profile writes. The difference may be in tag order, line breaks,
//! blanks, spelling of moves, empty lines or line ends.
//!
//! # Why it matters
//! In export form, files with the same games are identical, and simple programs may rely on it.
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
//! None; `pgn fmt` rewrites the whole game.
//!
//! # Seen in
//! Files from most programs, which have their own layout.

use crate::rules::prelude::*;

rule! {
    "not_export_form.rs", 'X' 1 "not-export-form" Departure "§3.2"
        "text that is not the export form of its profile";
    EXPORT, None, Linter
}
