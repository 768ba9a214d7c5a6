//! Lines that do not belong to any game.
//!
//! # What it finds
//! Text before, between or after games that is neither a tag pair nor movetext, such as an email
//! header. `pgn fmt` does not write it, and reports it as lost; only its lossless profile keeps it.
//! Adjacent lines are one finding.
//!
//! # Why it matters
//! Other programs may take the text for moves.
//!
//! # Standard
//! §8. Decisions: D-38.
//!
//! # Example
//! ```pgn lax
//! Dear friend, here is our game:
//!
//! [Result "*"]
//!
//! 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! ; Dear friend, here is our game:
//!
//! [Result "*"]
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! None: it may be a comment, or a damaged game. `pgn import text` extracts games from an email,
//! whose parts it decodes, or from other prose.
//!
//! # Seen in
//! Games from emails and newsgroups; headlines from magazines.

use crate::rules::prelude::*;

rule! { "text_outside_game.rs", syntax_fault::TEXT_OUTSIDE_GAME; DOUBT, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let text = context.bytes(span);
    let line = memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len());
    let first = Span::new(span.start, span.start + line as u32);
    Message::new(span, format!("expected a tag pair or a move, found `{}`", context.show(first)))
        .help("remove it, or begin its lines with `;`; `pgn import text` takes games out of prose")
}
