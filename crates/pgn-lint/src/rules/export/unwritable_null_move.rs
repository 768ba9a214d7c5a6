//! A null move, which the profile cannot represent.
//!
//! # What it finds
//! A null move, which the profile cannot represent.
//!
//! # Why it matters
//! Archival export keeps it as comment text, and reduced export cuts the line there.
//! lichess.org refuses a file with a null move
//! (<https://github.com/lichess-org/scalachess/pull/230>, read on 2026-11-26); the profile lichess
//! writes it as archival does.
//!
//! # Standard
//! §8.2.3. Decisions: D-34.
//!
//! # Example
//! ```pgn archival also-X001 also-C006
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! 1. e4 (1. d4 --) 1... e5 *
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
//! 1. e4 (1. d4) 1... e5 *
//!
//! ```
//!
//! # Fix
//! None: this is a limit of the profile; use another profile to keep it.
//!
//! # Seen in
//! Analysis.

use crate::rules::prelude::*;

rule! { "unwritable_null_move.rs", loss::UNWRITABLE_NULL_MOVE; LOST_IN_EXPORT, None, Linter }
