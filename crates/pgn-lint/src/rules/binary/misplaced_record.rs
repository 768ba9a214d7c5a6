//! A PGC record in the wrong place.
//!
//! # What it finds
//! A record in a place where it is not allowed: moves outside a game, a game inside another, a tag
//! after the first move, a variation with no move before it, a bracket without its partner.
//!
//! # Why it matters
//! The reader skips records that make no sense. A game that begins inside another one ends it, and
//! the end of a game closes everything that is still open.
//!
//! # Standard
//! §20.4, §20.4.1, §20.4.6, §20.4.8, §20.4.9. Decisions: D-54.
//!
//! # Example
//! ```pgc
//! 05 03 01 0d 09 06
//! ```
//!
//! # Instead
//! ```pgc
//! 05 03 01 0d 06
//! ```
//!
//! # Fix
//! None: the data do not show which record is missing or extra.
//!
//! # Seen in
//! Joined and damaged files.

use crate::rules::prelude::*;

rule! { "misplaced_record.rs", pgc_fault::MISPLACED_RECORD; LOSS, None, Linter }
