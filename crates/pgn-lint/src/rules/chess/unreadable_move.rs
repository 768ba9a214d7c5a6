//! Text that is not a move.
//!
//! # What it finds
//! A word that is not a move in standard notation. If it was meant as a move, in the letters of
//! another language or cut short, the reader ends the line there and keeps the rest of it as text.
//! It keeps any other word as a comment and continues the line, unless the number of the next move
//! shows that a move is missing.
//!
//! # Why it matters
//! Other programs stop there, or drop the word silently.
//!
//! # Standard
//! §8.2.3. Decisions: D-33.
//!
//! # Example
//! ```pgn lax
//! 1. e4 resigns *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {resigns} *
//! ```
//!
//! # Fix
//! Unsafe: it puts a word that was not meant as a move into braces, as the reader does. For moves
//! in another language, `pgn fmt --moves-language LANGUAGE` rewrites the game.
//!
//! # Seen in
//! Hand-typed games; comments with a missing brace.

use crate::rules::chess::language;
use crate::rules::prelude::*;
use pgnkit::read::looks_like_move;

rule! { "unreadable_move.rs", game_fault::UNREADABLE_MOVE; LOSS, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let message = Message::new(span, format!("expected a move, found `{}`", context.show(span)));
    let text = context.bytes(span);
    if looks_like_move(text) {
        let languages = match &noted.cause {
            Cause::Unresolved { position, .. } => language::of_move(context, position, text),
            _ => Vec::new(),
        };
        let rest = || "the line ends here; the rest of it is kept as text".to_string();
        return message.help(language::advice(&languages).unwrap_or_else(rest));
    }
    let message = message.help("put text into braces");
    if text.iter().any(|byte| matches!(byte, b'{' | b'}')) {
        return message;
    }
    let braces = vec![Change::insert(span.start, "{"), Change::insert(span.end, "}")];
    message.risky("put it into braces", braces)
}
