//! An unescaped quote inside a tag value.
//!
//! # What it finds
//! A `"` inside a value, where a later quote on the line is followed by `]`.
//!
//! # Why it matters
//! In the standard, the first quote ends the value. Programs that follow the standard lose the rest
//! of the value, or the whole tag.
//!
//! # Standard
//! §7. Decisions: D-06.
//!
//! # Example
//! ```pgn lax
//! [White "Jose "Pepe" Diaz"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Jose \"Pepe\" Diaz"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe: it adds a backslash before the quote, which keeps the value that the reader understood.
//!
//! # Seen in
//! Programs that write values without escaping them; nicknames in names.

use crate::rules::lexical::escape;
use crate::rules::prelude::*;

rule! { "unescaped_quote.rs", syntax_fault::UNESCAPED_QUOTE; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let changes = escape::changes(context.bytes(span), span.start, escape::Of::Quotes);
    let place = changes.first().map_or(span, |change| span_at(change.span.start as usize, 1));
    Message::new(place, "expected `\\\"` inside the value, found a quote alone")
        .help("write quotes inside a value as `\\\"`")
        .safe("put a backslash before the quotes", changes)
}
