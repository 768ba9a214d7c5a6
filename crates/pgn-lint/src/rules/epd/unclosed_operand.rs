//! An EPD string that is not closed.
//!
//! # What it finds
//! A string without its closing quote. The reader reads it to the end of the line.
//!
//! # Why it matters
//! The text after the string becomes part of it.
//!
//! # Standard
//! §16.2.4. Decisions: D-48.
//!
//! # Example
//! ```epd lax also-F208
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id "kp;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - id "kp";
//! ```
//!
//! # Fix
//! None: only the author knows where the string ends.
//!
//! # Seen in
//! Truncated lines.

use crate::rules::prelude::*;

rule! { "unclosed_operand.rs", epd_fault::UNCLOSED_OPERAND; DOUBT, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(note.diagnostic.span, "expected a closing quote, found the end of the line")
        .help("write a quote where the string ends")
}
