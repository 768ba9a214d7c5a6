//! A comment that is written as several.
//!
//! # What it finds
//! A comment that is written as several.
//!
//! # Why it matters
//! Nothing is lost but the unity of the comment: it holds a `}`, or a word too long for a line.
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
//! None: it is the price of the profile; another profile holds it.
//!
//! # Seen in
//! Comments with program text in them.

use crate::rules::prelude::*;

rule! { "split_comment.rs", loss::SPLIT_COMMENT; LOST_IN_EXPORT, None, Linter }
