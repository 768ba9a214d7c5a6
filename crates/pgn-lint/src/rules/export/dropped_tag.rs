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
use pgnkit::write::loss;

pub(crate) const RULE: Rule = Rule::new(
    loss::DROPPED_TAG,
    Levels::LOST_IN_EXPORT,
    FixKind::None,
    include_str!("dropped_tag.rs"),
    Check::Linter,
);
