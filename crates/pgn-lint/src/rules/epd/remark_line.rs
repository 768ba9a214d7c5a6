//! A remark line in an EPD file.
//!
//! # What it finds
//! A line that begins with `#`, `//`, `;` or `%`.
//!
//! # Why it matters
//! An EPD file may contain only records, and other programs fail on such a line.
//!
//! # Standard
//! §16.2. Decisions: D-47.
//!
//! # Example
//! ```epd import
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
//! None; `pgn fmt --profile archival` leaves the line out.
//!
//! # Seen in
//! Test suites with a heading.

use crate::rules::prelude::*;

rule! { "remark_line.rs", epd_fault::REMARK_LINE; FIXABLE, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(note.diagnostic.span, "a remark, where only records are allowed")
        .help("put it into a record as c0, or leave it out")
}
