//! A variation that is not closed.
//!
//! # What it finds
//! A `(` without its `)`. The variation ends at the end of the game.
//!
//! # Why it matters
//! Moves of the main line become part of the variation.
//!
//! # Standard
//! §8.2.5. Decisions: D-30.
//!
//! # Example
//! ```pgn lax
//! 1. e4 (1. d4 d5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 (1. d4 d5) *
//! ```
//!
//! # Fix
//! Unsafe: it adds a parenthesis before the marker, which may be far after the intended place.
//!
//! # Seen in
//! Hand-typed annotations.

use crate::rules::prelude::*;

rule! { "unclosed_variation.rs", syntax_fault::UNCLOSED_VARIATION; LOSS, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let message =
        Message::new(span, "expected `)` for this parenthesis, found the end of the game")
            .help("close the variation after its last move");
    let Some((_, marker)) = context.game.marker else { return message };
    let text = match context.byte_before(marker.start) {
        b' ' | b'\n' | b'\r' | b'\t' => ") ",
        _ => " ) ",
    };
    message.risky("close it before the marker", vec![Change::insert(marker.start, text)])
}
