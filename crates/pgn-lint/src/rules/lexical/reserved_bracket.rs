//! An angle bracket, reserved for future use.
//!
//! # What it finds
//! `<` or `>` outside strings and comments, with the text between them on the line.
//!
//! # Why it matters
//! The standard reserves these tokens, so they have no meaning yet.
//!
//! # Standard
//! §7. Decisions: D-12.
//!
//! # Example
//! ```pgn lax
//! 1. e4 <think> e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {think} e5 *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Leftover web page markup.

use crate::rules::prelude::*;

rule! { "reserved_bracket.rs", syntax_fault::RESERVED_BRACKET; DOUBT, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, format!("expected a move, found `{}`", context.show(span)))
        .help("angle brackets are reserved; put the text into a comment")
}
