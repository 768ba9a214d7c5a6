//! A variation with no move before it to replace.
//!
//! # What it finds
//! A `(` before the first move of its line. The reader keeps the moves of the variation as text.
//!
//! # Why it matters
//! A variation is an alternative to the move before it, and here there is none.
//!
//! # Standard
//! §8.2.5. Decisions: D-30.
//!
//! # Example
//! ```pgn lax
//! (1. d4 d5) 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 (1. d4 d5) *
//! ```
//!
//! # Fix
//! None: only the author knows where it belongs.
//!
//! # Seen in
//! Opening remarks in parentheses.

use crate::rules::prelude::*;

rule! {
    "variation_without_move.rs", game_fault::VARIATION_WITHOUT_MOVE;
    DOUBT, None, Fault(message)
}

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    Message::new(noted.diagnostic.span, "expected a move that the variation replaces, found none")
        .help("put the variation after the move it replaces")
}
