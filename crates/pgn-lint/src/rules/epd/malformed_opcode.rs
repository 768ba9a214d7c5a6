//! A malformed EPD opcode.
//!
//! # What it finds
//! An opcode with more than 15 characters, with a first character that is not a letter, or with
//! characters other than letters, digits and underscores. The reader keeps text that does not begin
//! with a letter as an operand of `noop`.
//!
//! # Why it matters
//! Other programs do not understand it, and strict readers reject the line.
//!
//! # Standard
//! §16.2.4. Decisions: D-51.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - best-move Kf2;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;
//! ```
//!
//! # Fix
//! None: only the author knows what was meant.
//!
//! # Seen in
//! Hand-typed labels.

use crate::rules::prelude::*;

rule! { "malformed_opcode.rs", epd_fault::MALFORMED_OPCODE; LOSS, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        format!("expected an opcode, found `{}`", context.show(note.diagnostic.span)),
    )
    .help("an opcode is a letter and up to 14 letters, digits or underscores")
}
