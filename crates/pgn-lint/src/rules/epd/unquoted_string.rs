//! An EPD string without quotes.
//!
//! # What it finds
//! An operand of `id`, `c0` or a similar opcode that is written as plain words. The reader takes
//! the words for one string.
//!
//! # Why it matters
//! Strict readers reject the record.
//!
//! # Standard
//! §16.2.5. Decisions: D-48.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id BK.01;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id "BK.01";
//! ```
//!
//! # Fix
//! Safe: it adds quotes. None if the text contains a quote.
//!
//! # Seen in
//! Old test suites.

use crate::rules::prelude::*;

rule! { "unquoted_string.rs", epd_fault::UNQUOTED_STRING; FIXABLE, Safe, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    let span = note.diagnostic.span;
    let message = Message::new(span, format!("expected a string, found `{}`", context.show(span)))
        .help("put the text in quotes");
    if context.bytes(span).contains(&b'"') {
        return message;
    }
    let quotes = vec![Change::insert(span.start, "\""), Change::insert(span.end, "\"")];
    message.safe("put the text in quotes", quotes)
}
