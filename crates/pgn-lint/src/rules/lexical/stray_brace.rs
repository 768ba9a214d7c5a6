//! A closing brace outside a comment.
//!
//! # What it finds
//! A `}` without an open comment.
//!
//! # Why it matters
//! Comments do not nest: the first `}` closes the comment, and the reader takes the text between
//! the two for moves.
//!
//! # Standard
//! §5. Decisions: D-30.
//!
//! # Example
//! ```pgn lax
//! 1. e4 {an outer {remark}} e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {an outer (remark)} e5 *
//! ```
//!
//! # Fix
//! Unsafe: it removes the brace, but the text before it may have been meant as a comment.
//!
//! # Seen in
//! Comments with braces inside, from programs that nest them.

use crate::rules::prelude::*;

rule! { "stray_brace.rs", syntax_fault::STRAY_BRACE; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected a move or a comment, found `}` without its `{`")
        .help("comments do not nest; remove it, or write parentheses inside the comment")
        .risky("remove the brace", context.take_out(span))
}
