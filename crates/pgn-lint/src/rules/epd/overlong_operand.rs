//! An EPD string of 256 bytes or more.
//!
//! # What it finds
//! A string with more than 255 bytes between its quotes.
//!
//! # Why it matters
//! Programs that follow the standard cut it or reject the record.
//!
//! # Standard
//! §16.2.4. Decisions: D-48.
//!
//! # Example
//! ```epd lax escaped
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "\{x*256}";
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "x";
//! ```
//!
//! # Fix
//! None: only the author knows what to leave out; `pgn fmt --profile archival` cuts it.
//!
//! # Seen in
//! Written analysis.

use crate::rules::prelude::*;
use pgn_formats::epd::STRING_BYTES_MAX;

rule! { "overlong_operand.rs", epd_fault::OVERLONG_OPERAND; FIXABLE, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        format!(
            "expected at most {STRING_BYTES_MAX} bytes, found {}",
            note.diagnostic.span.len() - 2
        ),
    )
    .help("shorten the text, or split it into c0 to c9")
}
