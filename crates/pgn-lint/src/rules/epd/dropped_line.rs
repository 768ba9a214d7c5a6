//! A line of an EPD file that the archival profile leaves out.
//!
//! # What it finds
//! A remark line or an empty line, under the archival profile.
//!
//! # Why it matters
//! Its content is lost.
//!
//! # Standard
//! §16.2. Decisions: D-51.
//!
//! # Example
//! ```epd archival also-F215
//! # pawn endings
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; c0 "pawn endings";
//! ```
//!
//! # Fix
//! None: the modern profile keeps it.
//!
//! # Seen in
//! Test suites with a heading.

use crate::rules::prelude::*;

rule! { "dropped_line.rs", epd_fault::DROPPED_LINE; LOST_IN_EXPORT, None, Linter }
