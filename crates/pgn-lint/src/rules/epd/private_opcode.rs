//! A private EPD opcode.
//!
//! # What it finds
//! An opcode with upper-case letters, or with only one character.
//!
//! # Why it matters
//! Its meaning is known to one program only, so it does not belong in archives.
//!
//! # Standard
//! §16.2.4. Decisions: D-51.
//!
//! # Example
//! ```epd archival also-F234 also-X001
//! 4k3/8/8/8/8/8/4P3/4K3 w - - Xscore 5;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - -
//! ```
//!
//! # Fix
//! None; `pgn fmt --profile archival` leaves the operation out.
//!
//! # Seen in
//! Perft suites (`D1`), engines with their own opcodes.

use crate::rules::prelude::*;

rule! { "private_opcode.rs", epd_fault::PRIVATE_OPCODE; ARCHIVE, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        format!("`{}` is a private opcode", context.show(note.diagnostic.span)),
    )
    .help("leave it out of archives")
}
