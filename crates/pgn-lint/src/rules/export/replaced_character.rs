//! A character outside Latin-1, replaced by archival export.
//!
//! # What it finds
//! A character outside Latin-1, replaced by archival export.
//!
//! # Why it matters
//! Letters are lost: `Đ` becomes `D`, and a Cyrillic name becomes question marks.
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
//! None: the modern profile keeps it.
//!
//! # Seen in
//! Names in Croatian, Polish, Russian and most other languages.

use crate::rules::prelude::*;

rule! { "replaced_character.rs", loss::REPLACED_CHARACTER; LOST_IN_EXPORT, None, Linter }
