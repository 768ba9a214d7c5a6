//! A character that Latin-1 lacks, which archival export replaces.
//!
//! # What it finds
//! A character that Latin-1 lacks, which archival export replaces.
//!
//! # Why it matters
//! Letters are lost: `Đ` becomes `D`, a Cyrillic name question marks.
//!
//! # Standard
//! §4.1. Decisions: D-02.
//!
//! # Example
//! ```pgn archival also-X001
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "Đurić"]
//! [Black "?"]
//! [Result "*"]
//!
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
//! [White "Duric"]
//! [Black "?"]
//! [Result "*"]
//!
//! *
//!
//! ```
//!
//! # Fix
//! None: it is the price of the profile; another profile holds it.
//!
//! # Seen in
//! Names in Croatian, Polish, Russian and most other languages.

use crate::rules::prelude::*;

rule! { "replaced_character.rs", loss::REPLACED_CHARACTER; LOST_IN_EXPORT, None, Linter }
