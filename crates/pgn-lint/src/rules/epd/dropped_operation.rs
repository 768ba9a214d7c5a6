//! An EPD operation that the archival profile leaves out.
//!
//! # What it finds
//! A private opcode, or an operation that a strict reader rejects, under the archival profile.
//!
//! # Why it matters
//! Its content is lost.
//!
//! # Standard
//! §16.2.4. Decisions: D-51.
//!
//! # Example
//! ```epd archival also-F202 also-X001
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce 32767;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce 32766;
//! ```
//!
//! # Fix
//! None: the modern profile keeps it.
//!
//! # Seen in
//! Engines with their own opcodes, scores out of range.

use crate::rules::prelude::*;

rule! { "dropped_operation.rs", epd_fault::DROPPED_OPERATION; LOST_IN_EXPORT, None, Linter }
