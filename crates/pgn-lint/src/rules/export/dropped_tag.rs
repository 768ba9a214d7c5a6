//! A tag that archival export cannot write because its name is malformed or taken.
//!
//! # What it finds
//! A tag that archival export cannot write because its name is malformed or taken.
//!
//! # Why it matters
//! The tag is lost.
//!
//! # Standard
//! §8.1. Decisions: D-15.
//!
//! # Example
//! ```pgn archival also-X001
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//! [1st "x"]
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
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! *
//!
//! ```
//!
//! # Fix
//! None: this is a limit of the profile; use another profile to keep it.
//!
//! # Seen in
//! Private tags of programs.

use crate::rules::prelude::*;

rule! { "dropped_tag.rs", loss::DROPPED_TAG; LOST_IN_EXPORT, None, Linter }
