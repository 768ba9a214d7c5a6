//! A character that is not ASCII, which the archival form replaces.
//!
//! # What it finds
//! A letter beyond ASCII in a string or a word, under the archival profile.
//!
//! # Why it matters
//! Letters are lost: `ü` becomes `u`, a Cyrillic name Latin letters.
//!
//! # Standard
//! §16.2. Decisions: D-48.
//!
//! # Example
//! ```epd archival also-F214 also-X001
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "Strangmüller";
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "Strangmueller";
//! ```
//!
//! # Fix
//! None: it is the price of the form; the modern one holds it.
//!
//! # Seen in
//! Names of players in comments.

use crate::rules::prelude::*;

rule! { "replaced_operand.rs", epd_fault::REPLACED_OPERAND; LOST_IN_EXPORT, None, Linter }
