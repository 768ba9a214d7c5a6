//! A tag name that archival export writes with a capital.
//!
//! # What it finds
//! A tag name that archival export writes with a capital.
//!
//! # Why it matters
//! Names of archives begin with an upper case letter; a program that looks for the old name does
//! not find it.
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
//! [source "x"]
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

rule! { "raised_tag_name.rs", loss::RAISED_TAG_NAME; LOST_IN_EXPORT, None, Linter }
