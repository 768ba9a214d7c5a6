//! A backslash before an ordinary character.
//!
//! # What it finds
//! A backslash in a tag value that is not followed by a quote or a backslash.
//!
//! # Why it matters
//! The standard does not define it. Some programs drop the backslash, others keep it.
//!
//! # Standard
//! §7. Decisions: D-06.
//!
//! # Example
//! ```pgn lax
//! [Site "C:\games"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Site "C:\\games"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe: it doubles the backslash, which keeps the value that the reader understood.
//!
//! # Seen in
//! Windows paths in Site and Source tags.

use crate::rules::lexical::escape;
use crate::rules::prelude::*;

rule! {
    "unknown_string_escape.rs", syntax_fault::UNKNOWN_STRING_ESCAPE;
    REMARK, Safe, Fault(message)
}

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let changes = escape::changes(context.bytes(span), span.start, escape::Of::Backslashes);
    let place =
        changes.first().map_or(span, |change| Span::new(change.span.start, change.span.start + 1));
    Message::new(place, "expected `\\\"` or `\\\\`, found a backslash alone")
        .help("write a backslash as `\\\\`")
        .safe("double the backslash", changes)
}
