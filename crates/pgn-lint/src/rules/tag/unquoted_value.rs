//! A tag value without double quotes.
//!
//! # What it finds
//! A tag pair such as `[White Ash]`, `[White 'Ash']` or one with typographic quotes; also `[White:
//! Ash]` and `[White="Ash"]`, and a line such as `[White Ash` before another tag or an empty line.
//! The reader accepts it as a tag pair: the value is the text without the quotes and the `:` or
//! `=`.
//!
//! # Why it matters
//! Other programs skip the tag or the game; without the FEN tag, they play the moves from the wrong
//! position.
//!
//! # Standard
//! §8.1. Decisions: D-26.
//!
//! # Example
//! ```pgn lax
//! [Event Candidates]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "Candidates"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe: it puts the value into double quotes, and removes a `:` or `=` before it.
//!
//! # Seen in
//! Hand-typed headers; word processors that replace the quotes.

use crate::rules::prelude::*;

rule! { "unquoted_value.rs", syntax_fault::UNQUOTED_VALUE; DOUBT, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let sign = context.byte_at(span.start);
    let (sentence, help) = match sign {
        b':' | b'=' => (
            format!("expected a value in double quotes after the name, found `{found}`"),
            format!("remove `{}`, and put the value into double quotes", sign as char),
        ),
        _ => (
            format!("expected a value in double quotes, found `{found}`"),
            "put the value into double quotes".to_string(),
        ),
    };
    let message = Message::new(span, sentence).help(help);
    let Some(tag) = context.tag_at(span) else { return message };
    let value = tag.place.value;
    let string = context.bytes(span);
    let has_quotes = string.len() > 2 && string.ends_with(b"\"") && {
        context.byte_before(value.start) == b'"' && context.byte_at(value.end) == b'"'
    };
    // A value that needs escapes is left to its author.
    if !has_quotes && context.bytes(value).iter().any(|byte| matches!(byte, b'"' | b'\\')) {
        return message;
    }
    let opening = if is_blank(context.byte_before(span.start)) { "\"" } else { " \"" };
    message.safe(
        "put the value into double quotes",
        vec![
            Change::new(Span::new(span.start, value.start), opening),
            Change::new(Span::new(value.end, span.end), "\""),
        ],
    )
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
