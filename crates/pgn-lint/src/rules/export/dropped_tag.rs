//! A tag that archival export cannot hold: its name is ill-formed, or taken.
//!
//! # What it finds
//! A tag that archival export cannot hold: its name is ill-formed, or taken.
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
//! None: it is the price of the profile; another profile holds it.
//!
//! # Seen in
//! Tags of private programs.

use crate::rules::prelude::*;

rule! { "dropped_tag.rs", loss::DROPPED_TAG; LOST_IN_EXPORT, None, Linter }
