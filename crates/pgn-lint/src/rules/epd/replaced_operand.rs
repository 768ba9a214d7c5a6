//! A non-ASCII character that the archival profile replaces.
//!
//! # What it finds
//! A letter outside ASCII in a string or a word, under the archival profile.
//!
//! # Why it matters
//! Letters are lost: `ü` becomes `u`, and a Cyrillic name is transliterated.
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
//! None: the modern profile keeps it.
//!
//! # Seen in
//! Player names in comments.

use crate::rules::prelude::*;

rule! { "replaced_operand.rs", epd_fault::REPLACED_OPERAND; LOST_IN_EXPORT, None, Linter }
