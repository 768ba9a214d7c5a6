//! An EPD opcode that was used before in the record.
//!
//! # What it finds
//! An opcode that occurs twice in one record. The last one counts, and the others are lost.
//!
//! # Why it matters
//! Programs differ in which one they use.
//!
//! # Standard
//! §16.2.4. Decisions: D-49.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; bm Kd2;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 Kf2;
//! ```
//!
//! # Fix
//! None: only the author knows whether the operands belong together.
//!
//! # Seen in
//! Suites with a separate `bm` for each move.

use crate::rules::prelude::*;

rule! { "duplicate_opcode.rs", epd_fault::DUPLICATE_OPCODE; LOSS, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        format!("`{}` occurs twice in this record", context.show(note.diagnostic.span)),
    )
    .help("write it once, with all its operands")
}
