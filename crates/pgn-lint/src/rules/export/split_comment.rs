//! A comment that is written in several pieces.
//!
//! # What it finds
//! A comment that is written in several pieces.
//!
//! # Why it matters
//! No text is lost, but one comment becomes several, because it contains a `}` or a word that is
//! too long for a line.
//!
//! # Standard
//! §5. Decisions: D-10.
//!
//! # Example
//! ```pgn archival escaped also-X001
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! 1. e4 ;\{a } b *20}
//! 1... e5 *
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
//! 1. e4 {a b} 1... e5 *
//!
//! ```
//!
//! # Fix
//! None: this is a limit of the profile; use another profile to keep it.
//!
//! # Seen in
//! Comments that contain program code.

use crate::rules::prelude::*;

rule! { "split_comment.rs", loss::SPLIT_COMMENT; LOST_IN_EXPORT, None, Linter }
