//! A move that is written twice.
//!
//! # What it finds
//! A second copy of the move before it, with its number or after Black's move, where it is not
//! legal. The reader keeps it as a comment and continues the line.
//!
//! # Why it matters
//! Other programs stop there.
//!
//! # Standard
//! §8.2. Decisions: D-33.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 2. Nf3
//! 2. Nf3 Nc6 3. Bb5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Nf3
//! Nc6 3. Bb5 *
//! ```
//!
//! # Fix
//! Unsafe: it removes the second one.
//!
//! # Seen in
//! Games typed or pasted line by line.

use crate::rules::prelude::*;

rule! { "repeated_move.rs", game_fault::REPEATED_MOVE; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, format!("the move before it is repeated: `{}`", context.show(span)))
        .help("remove it")
        .risky("remove it", context.take_out(span))
}
