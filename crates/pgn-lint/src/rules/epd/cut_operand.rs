//! An EPD string that the archival profile cuts to 255 bytes.
//!
//! # What it finds
//! A string of more than 255 bytes, under the archival profile.
//!
//! # Why it matters
//! The end of the text is lost.
//!
//! # Standard
//! §16.2.4. Decisions: D-48.
//!
//! # Example
//! ```epd archival escaped also-F203 also-X001
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "\{x*256}";
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "x";
//! ```
//!
//! # Fix
//! None: the modern profile keeps it.
//!
//! # Seen in
//! Written analysis.

use crate::rules::prelude::*;

rule! { "cut_operand.rs", epd_fault::CUT_OPERAND; LOST_IN_EXPORT, None, Linter }
