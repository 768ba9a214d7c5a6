//! A quote that EPD cannot represent, replaced by an apostrophe.
//!
//! # What it finds
//! A quote inside a string or a word. EPD has no way to write it.
//!
//! # Why it matters
//! The text changes.
//!
//! # Standard
//! §16.2.4. Decisions: D-48.
//!
//! # Example
//! ```epd archival also-F213 also-X001
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id "the \"kp\" ending\"";
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id "the 'kp' ending";
//! ```
//!
//! # Fix
//! None: the format has no other way.
//!
//! # Seen in
//! Records written by python-chess.

use crate::rules::prelude::*;

rule! { "replaced_quote.rs", epd_fault::REPLACED_QUOTE; LOST_IN_EXPORT, None, Linter }
