//! A NAG that is not written because it is 0, above 255, or a duplicate.
//!
//! # What it finds
//! A NAG that is not written because it is 0, above 255, or a duplicate.
//!
//! # Why it matters
//! A NAG above 255 is lost; the others carry no information.
//!
//! # Standard
//! §10. Decisions: D-35.
//!
//! # Example
//! ```pgn modern also-X001 also-M011
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! 1. e4 $300 *
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
//! 1. e4 $1 *
//!
//! ```
//!
//! # Fix
//! None: this is a limit of the profile; use another profile to keep it.
//!
//! # Seen in
//! Programs that write a NAG and a suffix for the same thing.

use crate::rules::prelude::*;

rule! { "dropped_nag.rs", loss::DROPPED_NAG; LOST_IN_EXPORT, None, Linter }
