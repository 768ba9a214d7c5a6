//! A quote with a backslash in an EPD string.
//!
//! # What it finds
//! A backslash before a quote in a string, on a line whose quotes would not match otherwise. The
//! reader takes both for a quote.
//!
//! # Why it matters
//! EPD has no escapes, so other programs end the string there.
//!
//! # Standard
//! §16.2.4. Decisions: D-48.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id "the \"kp\" ending\"";
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id "the 'kp' ending";
//! ```
//!
//! # Fix
//! None here; `pgn fmt` writes apostrophes.
//!
//! # Seen in
//! Records written by python-chess.

use crate::rules::prelude::*;

rule! { "escaped_quote.rs", epd_fault::ESCAPED_QUOTE; FIXABLE, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(note.diagnostic.span, "a quote with a backslash, which EPD does not have")
        .help("write an apostrophe")
}
