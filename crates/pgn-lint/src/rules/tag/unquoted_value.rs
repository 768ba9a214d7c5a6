//! A tag value without double quotes.
//!
//! # What it finds
//! A tag pair such as `[White Ash]`, `[White 'Ash']` or one with typographic quotes. It is read as
//! a tag: the value is what is left without the quotes.
//!
//! # Why it matters
//! Other programs skip the tag or the game; without a FEN they play the moves from the wrong
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
//! Safe: the value is put into double quotes.
//!
//! # Seen in
//! Hand-typed headers; word processors that replace the quotes.

use crate::rules::prelude::*;

rule! { "unquoted_value.rs", syntax_fault::UNQUOTED_VALUE; DOUBT, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let message = Message::new(span, format!("expected a value in double quotes, found `{found}`"));
    let Some(tag) = context.tag_at(span) else { return message };
    let value = tag.place.value;
    let escape = |byte: &u8| matches!(byte, b'"' | b'\\');
    let text = context.bytes(value);
    // A value that needs escapes is left to its author.
    if text.iter().any(escape) {
        return message.help("put the value into double quotes");
    }
    let gap = context.byte_before(span.start);
    let opening = if matches!(gap, b' ' | b'\t') { "\"" } else { " \"" };
    message.help("put the value into double quotes").safe(
        "put the value into double quotes",
        vec![
            Change::new(Span::new(span.start, value.start), opening),
            Change::new(Span::new(value.end, span.end), "\""),
        ],
    )
}
