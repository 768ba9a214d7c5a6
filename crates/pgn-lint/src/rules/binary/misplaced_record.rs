//! A PGC record in the wrong place.
//!
//! # What it finds
//! A record that may not stand where it stands: moves outside a game, a game inside another, a tag
//! behind the first move, a variation with no move before it, a bracket without its partner.
//!
//! # Why it matters
//! It is passed over where nothing can be made of it. A game that begins inside another ends that
//! one, and what is still open at the end of a game is closed.
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
//! None: which record is too many or missing, the data do not say.
//!
//! # Seen in
//! Joined and damaged files.

use crate::rules::prelude::*;

rule! { "misplaced_record.rs", pgc_fault::MISPLACED_RECORD; LOSS, None, Linter }
