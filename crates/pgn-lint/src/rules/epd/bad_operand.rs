//! EPD operands of the wrong number, kind or range.
//!
//! # What it finds
//! Operands that the opcode does not take: a word instead of a number, a number out of range, too
//! many or too few operands. The reader keeps them unchanged but ignores them.
//!
//! # Why it matters
//! Other programs use a different value, or stop reading.
//!
//! # Standard
//! §16.2.5. Decisions: D-49, D-50.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce 32767;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce 32766;
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Scores in pawns (`ce 0.35`), moves and numbers in the wrong place.

use crate::rules::prelude::*;
use pgn_formats::epd::Detail;

rule! { "bad_operand.rs", epd_fault::BAD_OPERAND; LOSS, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    let Detail::Opcode(opcode) = &note.detail else {
        return Message::new(note.diagnostic.span, "the operands do not fit the opcode");
    };
    let (expected, found) = (opcode.grammar().expected(), context.show(note.diagnostic.span));
    let message = Message::new(
        note.diagnostic.span,
        format!("{opcode}: expected {expected}, found `{found}`"),
    );
    message.help(format!("{opcode} means: {}", opcode.definition().summary))
}
