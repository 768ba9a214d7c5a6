//! A game without a termination marker.
//!
//! # What it finds
//! Movetext that ends without `1-0`, `0-1`, `1/2-1/2` or `*`, at the end of the text or where the
//! next game begins.
//!
//! # Why it matters
//! The marker ends a game. Without it, other programs may join two games, or treat the file as
//! truncated, which it may be.
//!
//! # Standard
//! §8.2.6. Decisions: D-22, D-38.
//!
//! # Example
//! ```pgn lax
//! [Result "1-0"]
//!
//! 1. e4 e5
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "1-0"]
//!
//! 1. e4 e5 1-0
//! ```
//!
//! # Fix
//! Safe: it writes the value of the Result tag as the marker, or `*` if there is no such tag.
//! Unsafe if the game has no moves and another game follows, because the tags of both may belong to
//! one game.
//!
//! # Seen in
//! Hand-typed games; truncated downloads.

use crate::rules::prelude::*;

rule! { "missing_marker.rs", syntax_fault::MISSING_MARKER; DOUBT, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let outcome = context.game.outcome.marker();
    let message = Message::new(span, "expected a termination marker, found the end of the game")
        .help(format!("write `{outcome}` after the last move"));
    // Foreign white space after the end is fixed first, because it may hide something.
    let behind = &context.text[(span.end as usize).min(context.text.len())..];
    let is_white = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B);
    if context.is_in_open_comment(span) || !behind.iter().all(is_white) {
        return message;
    }
    let (title, changes) = (
        format!("write {outcome}"),
        vec![Change::insert(span.start, lead(context, span) + outcome)],
    );
    let is_between_tags = context.game.is_cut_short && context.game.first_move().is_none();
    if is_between_tags { message.risky(title, changes) } else { message.safe(title, changes) }
}

/// The text between the last token and the marker.
fn lead(context: &RuleContext<'_>, span: Span) -> String {
    if context.game.tags.iter().any(|tag| tag.span.end == span.start) {
        return "\n\n".to_string();
    }
    let before = &context.text[..(span.start as usize).min(context.text.len())];
    let line = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
    // A token that extends to the end of its line, or is still open, must not swallow the marker.
    let swallows =
        before[line..].iter().any(|byte| matches!(byte, b';' | b'%' | b'[' | b'<' | b'"'));
    if swallows { "\n" } else { " " }.to_string()
}
