//! An EPD opcode that is malformed.
//!
//! # What it finds
//! An opcode that has more than 15 characters, does not begin with a letter, or has other
//! characters than letters, digits and underscores. What begins with no letter at all is kept as
//! an operand of `noop`.
//!
//! # Why it matters
//! No other program knows what is meant, and strict readers refuse the line.
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
//! None: what was meant is for the author to say.
//!
//! # Seen in
//! Labels typed by hand.

use crate::rules::prelude::*;

rule! { "malformed_opcode.rs", epd_fault::MALFORMED_OPCODE; LOSS, None, Record(tell) }

fn tell(scene: &Scene<'_>, note: &Note) -> Told {
    Told::new(
        note.diagnostic.span,
        format!("expected an opcode, found `{}`", scene.show(note.diagnostic.span)),
    )
    .help("an opcode is a letter and up to 14 letters, digits or underscores")
}
