//! A comment with a line that looks like a tag pair.
//!
//! # What it finds
//! A line `[Name "value"]` inside a brace comment.
//!
//! # Why it matters
//! The comment may have lost its closing brace, so that it contains a game.
//!
//! # Standard
//! §5. Decisions: D-09.
//!
//! # Example
//! ```pgn lax
//! 1. e4 {the next game was
//! [Event "x"]
//! and so on} e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {the next game was Event x and so on} e5 *
//! ```
//!
//! # Fix
//! None: a program cannot distinguish a quotation from a game.
//!
//! # Seen in
//! Comments with quoted headers; files with a lost closing brace.

use crate::rules::prelude::*;

rule! { "tag_in_comment.rs", syntax_fault::TAG_IN_COMMENT; WARN, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    Message::new(
        span,
        format!("expected the text of a comment, found a tag pair: `{}`", found.trim()),
    )
    .help("if a game begins here, close the comment before it")
}
