//! `ce` that marks a legal position as illegal.
//!
//! # What it finds
//! `ce -32767`, which marks an illegal position, in a record whose position is legal and not a
//! mate.
//!
//! # Why it matters
//! Programs take the position for an impossible one, or the score for the lowest possible one.
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
//! Engines whose lowest score is -32767.

use crate::rules::prelude::*;

rule! { "wrong_illegal_mark.rs", epd_fault::WRONG_ILLEGAL_MARK; WARN, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(note.diagnostic.span, "-32767 means an illegal position, but this one is legal")
        .help("being mated on the next move is -32765")
}
