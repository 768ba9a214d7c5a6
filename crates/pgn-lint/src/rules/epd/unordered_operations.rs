//! EPD operations that are not in ASCII order.
//!
//! # What it finds
//! An operation whose opcode sorts before the previous one.
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
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id "kp"; bm Kf2;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id "kp";
//! ```
//!
//! # Fix
//! None; `pgn fmt` sorts them.
//!
//! # Seen in
//! Most test suites.

use crate::rules::prelude::*;
use pgnkit::syntax::Diagnostic;

rule! { "unordered_operations.rs", epd_fault::UNORDERED_OPERATIONS; ARCHIVE, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    let Diagnostic { span, other, .. } = note.diagnostic;
    let (later, earlier) = (context.show(span), context.show(other));
    Message::new(span, format!("`{later}` comes after `{earlier}`"))
        .help("put the operations in ASCII order of their opcodes")
}
