//! A percent sign that is not in column 1.
//!
//! # What it finds
//! A `%` in the movetext, outside comments, that is not in column 1. The reader takes it for the
//! start of an escape line if only blanks come before it on its line, and ignores it otherwise.
//!
//! # Why it matters
//! Escape lines must begin in column 1. A program that follows this reads the rest of the line as
//! moves.
//!
//! # Standard
//! §6. Decisions: D-08.
//!
//! # Example
//! ```pgn lax
//! 1. e4
//!   %private data
//! e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4
//! %private data
//! e5 *
//! ```
//!
//! # Fix
//! Safe if only blanks come before it: it removes them, and the line stays an escape line. None
//! otherwise.
//!
//! # Seen in
//! Games in indented emails and web pages.

use crate::rules::prelude::*;

rule! { "misplaced_percent.rs", syntax_fault::MISPLACED_PERCENT; DOUBT, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let message = Message::new(span, "expected `%` in column 1, found it inside a line");
    let before = &context.text[..(span.start as usize).min(context.text.len())];
    let n_blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line_start = span.start - n_blanks as u32;
    if matches!(context.byte_before(line_start), b'\n' | b'\r') {
        let change = Change::new(Span::new(line_start, span.start), "");
        return message
            .help("begin escape lines in column 1")
            .safe("remove the blanks before the percent sign", vec![change]);
    }
    message.help("remove it, or put it into a comment")
}
