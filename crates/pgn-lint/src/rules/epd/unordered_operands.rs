//! EPD operands that are not in ASCII order.
//!
//! # What it finds
//! The moves of `am` or `bm` in another order.
//!
//! # Why it matters
//! The meaning is the same, but the standard requires one order, so that records can be compared as
//! text.
//!
//! # Standard
//! §16.2.4. Decisions: D-49.
//!
//! # Example
//! ```epd archival also-X001
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2 Kd2;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 Kf2;
//! ```
//!
//! # Fix
//! None; `pgn fmt` sorts them.
//!
//! # Seen in
//! Test suites with the best move first.

use crate::rules::prelude::*;

rule! { "unordered_operands.rs", epd_fault::UNORDERED_OPERANDS; ARCHIVE, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(note.diagnostic.span, "the moves are not in ASCII order")
        .help("put them in ASCII order")
}
