//! A result that is written twice at the end of a game.
//!
//! # What it finds
//! Words or signs before the termination marker that repeat its result, such as `White wins 1-0` or
//! `draw 1/2-1/2`.
//!
//! # Why it matters
//! Other programs take the words for moves.
//!
//! # Standard
//! §8.2.6. Decisions: D-74.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 draw 1/2-1/2
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 1/2-1/2
//! ```
//!
//! # Fix
//! Safe: it deletes the words, because the marker contains the same result.
//!
//! # Seen in
//! Games from web pages and books.

use crate::rules::prelude::*;

rule! { "repeated_result.rs", game_fault::REPEATED_RESULT; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    Message::new(span, format!("`{found}` repeats the termination marker"))
        .help(format!("delete `{found}`"))
        .safe(format!("delete {found}"), vec![Change::new(span, "")])
}
