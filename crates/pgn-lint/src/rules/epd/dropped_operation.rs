//! An EPD operation that the archival form leaves out.
//!
//! # What it finds
//! A private opcode, or an operation that a strict reader refuses, under the archival profile.
//!
//! # Why it matters
//! What it says is lost.
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
//! None: it is the price of the form; the modern one holds it.
//!
//! # Seen in
//! Engines with notes of their own, scores out of range.

use crate::rules::prelude::*;

rule! { "dropped_operation.rs", epd_fault::DROPPED_OPERATION; LOST_IN_EXPORT, None, Linter }
