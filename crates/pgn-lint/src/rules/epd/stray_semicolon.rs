//! A semicolon without an EPD operation.
//!
//! # What it finds
//! A semicolon directly after the four fields, or after another semicolon.
//!
//! # Why it matters
//! Strict readers expect an opcode there.
//!
//! # Standard
//! §16.2.4. Decisions: D-47.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;
//! ```
//!
//! # Fix
//! Safe: it removes the semicolon.
//!
//! # Seen in
//! Perft suites, opening books whose lines end in a semicolon.

use crate::rules::prelude::*;

rule! { "stray_semicolon.rs", epd_fault::STRAY_SEMICOLON; FIXABLE, Safe, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    let span = note.diagnostic.span;
    let is_blank = |at: u32| matches!(context.byte_at(at), b' ' | b'\t' | b'\n' | b'\r' | b';');
    // The texts on both sides must not become one word.
    let change =
        if is_blank(span.end) || context.byte_before(span.start) == b' ' { "" } else { " " };
    Message::new(span, "expected an opcode, found a semicolon")
        .help("remove the semicolon")
        .safe("remove the semicolon", vec![Change::new(span, change)])
}
