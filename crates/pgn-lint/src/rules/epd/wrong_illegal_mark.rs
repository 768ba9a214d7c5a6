//! `ce` that calls a legal position illegal.
//!
//! # What it finds
//! `ce -32767`, which stands for an illegal position, of one that is legal and in which nobody is
//! mated.
//!
//! # Why it matters
//! Programs take the position for impossible, or the score for the worst of all.
//!
//! # Standard
//! §16.2.5. Decisions: D-50.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce -32767;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce -32765;
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Engines whose least score is -32767.

use crate::rules::prelude::*;

rule! { "wrong_illegal_mark.rs", epd_fault::WRONG_ILLEGAL_MARK; WARN, None, Record(tell) }

fn tell(_: &Scene<'_>, note: &Note) -> Told {
    Told::new(note.diagnostic.span, "-32767 says that the position is illegal, and it is not")
        .help("being mated on the next move is -32765")
}
