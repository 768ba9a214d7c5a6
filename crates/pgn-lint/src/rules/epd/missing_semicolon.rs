//! An EPD operation without its semicolon.
//!
//! # What it finds
//! An operation that has no semicolon before the end of the line or before the next opcode.
//!
//! # Why it matters
//! Strict readers reject the record, and some take the next opcode for an operand.
//!
//! # Standard
//! §16.2.4. Decisions: D-47.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;
//! ```
//!
//! # Fix
//! Safe: it adds the semicolon.
//!
//! # Seen in
//! Perft suites (`;D1 20 ;D2 400`), and many test suites at the end of the line.

use crate::rules::prelude::*;

rule! { "missing_semicolon.rs", epd_fault::MISSING_SEMICOLON; FIXABLE, Safe, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    let at = note.diagnostic.span.start;
    Message::new(note.diagnostic.span, "expected a semicolon after the operation")
        .help("write a semicolon")
        .safe("put a semicolon there", vec![Change::insert(at, ";")])
}
