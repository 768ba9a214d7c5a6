//! A NAG above 255.
//!
//! # What it finds
//! A `$` with a number too large for a NAG.
//!
//! # Why it matters
//! Other programs drop it, or read a different number.
//!
//! # Standard
//! §8.2.4. Decisions: D-35.
//!
//! # Example
//! ```pgn lax
//! 1. e4 $300 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 $3 *
//! ```
//!
//! # Fix
//! None: the intended NAG is not known.
//!
//! # Seen in
//! Programs with their own annotation tables.

use crate::rules::prelude::*;

rule! { "nag_out_of_range.rs", game_fault::NAG_OUT_OF_RANGE; DOUBT.kept(), None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, format!("expected a NAG from $0 to $255, found `{}`", context.show(span)))
        .help("write a NAG of the table, or a comment")
}
