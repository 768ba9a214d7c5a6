//! White space that PGN does not have.
//!
//! # What it finds
//! A no-break space or another Unicode space outside strings and comments.
//!
//! # Why it matters
//! It looks like a space but is not one, so programs take it for a part of the move next to it.
//!
//! # Standard
//! §4.1. Decisions: D-03.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4\xc2\xa0e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 *
//! ```
//!
//! # Fix
//! Safe: it writes a space instead.
//!
//! # Seen in
//! Games copied from web pages and word processors.

use crate::rules::prelude::*;

rule! { "foreign_space.rs", syntax_fault::FOREIGN_SPACE; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.decode(span).chars().next().map_or(0, u32::from);
    let message =
        Message::new(span, format!("expected a space, found U+{found:04X}")).help("write a space");
    // After a bracket that begins no tag pair, a space might make it begin one.
    let before = &context.text[..(span.start as usize).min(context.text.len())];
    if before.trim_ascii_end().ends_with(b"[") {
        return message;
    }
    message.safe("write a space", vec![Change::new(span, " ")])
}
