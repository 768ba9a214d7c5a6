//! Nonstandard white space in an EPD record.
//!
//! # What it finds
//! Tabs, more than one space, or none, between the parts of a record; white space before a
//! semicolon or at the end.
//!
//! # Why it matters
//! Strict readers reject the record.
//!
//! # Standard
//! §16.2.4. Decisions: D-47.
//!
//! # Example
//! ```epd import
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm  Kf2;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;
//! ```
//!
//! # Fix
//! None; `pgn fmt` rewrites the record.
//!
//! # Seen in
//! Suites edited by hand.

use crate::rules::prelude::*;

rule! { "operation_spacing.rs", epd_fault::OPERATION_SPACING; FIXABLE, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        "expected one space between the parts of a record, and none before a semicolon",
    )
    .help("write one space, or none before a semicolon")
}
