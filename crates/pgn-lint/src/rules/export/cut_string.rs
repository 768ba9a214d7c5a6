//! A tag value that archival export cuts to 255 characters.
//!
//! # What it finds
//! A tag value that archival export cuts to 255 characters.
//!
//! # Why it matters
//! The end of the value is lost.
//! The profile scid cuts to 255 bytes, the length of a name in a Scid database
//! (<http://www.talkchess.com/forum3/viewtopic.php?f=7&t=78349>, read on 2026-11-26).
//!
//! # Standard
//! §7. Decisions: D-05.
//!
//! # Example
//! ```pgn archival escaped also-X001 also-L015
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "\{x*300}"]
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
//! [White "x"]
//! [Black "?"]
//! [Result "*"]
//!
//! *
//!
//! ```
//!
//! # Fix
//! None: the modern profile keeps the value.
//!
//! # Seen in
//! Long addresses and remarks in tags.

use crate::rules::prelude::*;

rule! { "cut_string.rs", loss::CUT_STRING; LOST_IN_EXPORT, None, Linter }
