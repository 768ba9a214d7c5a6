//! A tag value that archival export cuts to 255 characters.
//!
//! # What it finds
//! A tag value that archival export cuts to 255 characters.
//!
//! # Why it matters
//! The end of the value is lost.
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
//! None: it is the price of the profile; another profile holds it.
//!
//! # Seen in
//! Long addresses and remarks in tags.

use crate::rules::prelude::*;
use pgnkit::write::loss;

pub(crate) const RULE: Rule = Rule::new(
    loss::CUT_STRING,
    Levels::LOST_IN_EXPORT,
    FixKind::None,
    include_str!("cut_string.rs"),
    Check::Linter,
);
