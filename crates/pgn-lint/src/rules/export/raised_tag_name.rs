//! A tag name that archival export capitalizes.
//!
//! # What it finds
//! A tag name that archival export capitalizes.
//!
//! # Why it matters
//! Tag names in archives begin with an upper-case letter, and a program that looks for the old name
//! does not find it.
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
//! [club "x"]
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

rule! { "raised_tag_name.rs", loss::RAISED_TAG_NAME; LOST_IN_EXPORT, None, Linter }
