//! An EPD opcode that is newer than the standard of 1994.
//!
//! # What it finds
//! An opcode from the specification of 1995, or an undocumented one that programs use, such as
//! `acd`, under the archival profile.
//!
//! # Why it matters
//! A program that only knows the list of 1994 ignores it.
//!
//! # Standard
//! §16.2.5. Decisions: D-51.
//!
//! # Example
//! ```epd archival
//! 4k3/8/8/8/8/8/4P3/4K3 w - - acd 12;
//! ```
//!
//! # Instead
//! ```epd archival
//! 4k3/8/8/8/8/8/4P3/4K3 w - - acn 40000;
//! ```
//!
//! # Fix
//! None; `pgn epd analyze --opcodes 1994` does not write `acd`.
//!
//! # Seen in
//! Records with engine scores, test suites.

use crate::rules::prelude::*;

rule! { "later_opcode.rs", epd_fault::LATER_OPCODE; ARCHIVE_REMARK, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        format!("`{}` is not an opcode of the text of 1994", context.show(note.diagnostic.span)),
    )
}
