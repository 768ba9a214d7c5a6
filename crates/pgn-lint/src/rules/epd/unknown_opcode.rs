//! An unknown EPD opcode.
//!
//! # What it finds
//! A well-formed opcode that is neither in the standard nor in the specification of 1995. The
//! reader keeps its operands unchanged.
//!
//! # Why it matters
//! It does no harm, unless another opcode was meant.
//!
//! # Standard
//! §16.2.4. Decisions: D-51.
//!
//! # Example
//! ```epd import
//! 4k3/8/8/8/8/8/4P3/4K3 w - - wdl 2;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - -
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Tablebase tools (`wdl`, `dtz`), engines.

use crate::rules::prelude::*;

rule! { "unknown_opcode.rs", epd_fault::UNKNOWN_OPCODE; CUSTOM, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        format!("`{}` is not an opcode of the standard", context.show(note.diagnostic.span)),
    )
    .help("private opcodes begin with a capital")
}
