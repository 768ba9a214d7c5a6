//! An EPD record of more than 1024 characters.
//!
//! # What it finds
//! A line with more than 1024 characters.
//!
//! # Why it matters
//! The standard requires programs to support lines of up to 1024 characters; some cut longer ones.
//!
//! # Standard
//! §16.2.3. Decisions: D-47.
//!
//! # Example
//! ```epd lax escaped
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "\{x*250}"; c1 "\{x*250}"; c2 "\{x*250}"; c3 "\{x*250}";
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Records with long variations and comments.

use crate::rules::prelude::*;

rule! { "overlong_record.rs", epd_fault::OVERLONG_RECORD; REMARK, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(note.diagnostic.span, "expected at most 1024 characters")
        .help("leave something out, or split it into two records")
}
