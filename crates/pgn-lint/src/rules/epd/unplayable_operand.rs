//! An EPD operand that is not a playable move.
//!
//! # What it finds
//! A move in `bm`, `pv` or a similar opcode that is illegal in the position, or after the moves
//! before it in a line. The reader keeps it and the rest of the line as text.
//!
//! # Why it matters
//! The record does not mean what it seems to mean.
//!
//! # Standard
//! §16.2.5. Decisions: D-32.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf3;
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
//! Positions that were mirrored without their moves, `bm 1`.

use crate::rules::prelude::*;
use pgn_formats::epd::Detail;

rule! { "unplayable_operand.rs", epd_fault::UNPLAYABLE_OPERAND; LOSS, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    let shown = context.show(note.diagnostic.span);
    let Detail::Unresolved(unresolved) = &note.detail else {
        return Message::new(note.diagnostic.span, format!("{shown} cannot be played"));
    };
    let (position, reason) = &**unresolved;
    let message = Message::new(note.diagnostic.span, format!("{shown}: {reason}"));
    message.help("write a move that can be played here, in SAN").board(position)
}
