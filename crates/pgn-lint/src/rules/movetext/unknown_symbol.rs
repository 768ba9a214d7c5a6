//! An annotation symbol without a known meaning.
//!
//! # What it finds
//! Signs after a move that are not in the table of annotation symbols, such as `^^` or `§`. The
//! reader keeps them as a comment.
//!
//! # Why it matters
//! Other programs drop them, or the rest of the game with them.
//!
//! # Standard
//! §8.2.3.8. Decisions: D-13, D-79.
//!
//! # Example
//! ```pgn lax
//! 1. e4 ^^ e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {^^} e5 *
//! ```
//!
//! # Fix
//! Safe: it puts the symbol into braces, as the reader does.
//!
//! # Seen in
//! Books and magazines, fonts with chess symbols.

use crate::rules::prelude::*;

rule! { "unknown_symbol.rs", game_fault::UNKNOWN_SYMBOL; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let message =
        Message::new(span, format!("expected a known annotation symbol, found `{found}`"));
    let message = message.help("`pgn explain nag` lists the symbols; write a NAG or a comment");
    let braces = vec![Change::insert(span.start, "{"), Change::insert(span.end, "}")];
    message.safe("put it into braces", braces)
}
