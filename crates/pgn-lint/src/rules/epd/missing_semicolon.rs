//! An EPD operation without its semicolon.
//!
//! # What it finds
//! An operation that ends with the line, or where another opcode begins.
//!
//! # Why it matters
//! Strict readers reject the record, and some read the next opcode as an operand.
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
//! Safe: the semicolon is added.
//!
//! # Seen in
//! Perft suites (`;D1 20 ;D2 400`), and many test suites at the end of the line.

use crate::rules::prelude::*;

rule! { "missing_semicolon.rs", epd_fault::MISSING_SEMICOLON; MEND, Safe, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    let at = note.diagnostic.span.start;
    Message::new(note.diagnostic.span, "expected a semicolon after the operation")
        .help("write a semicolon")
        .safe("put a semicolon there", vec![Change::insert(at, ";")])
}
