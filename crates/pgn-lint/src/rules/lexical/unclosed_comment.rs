//! A brace comment that is not closed.
//!
//! # What it finds
//! A `{` without a `}` before the end of the text, or before the place where the next game clearly
//! starts.
//!
//! # Why it matters
//! All moves after the brace become part of the comment. In other programs, such a comment also
//! contains the games that follow.
//!
//! # Standard
//! §5. Decisions: D-09.
//!
//! # Example
//! ```pgn lax also-M001
//! 1. e4 {best by test 1... e5
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {best by test} 1... e5 *
//! ```
//!
//! # Fix
//! Unsafe: it adds a brace at the end of the text of the comment, which may be far after the
//! intended place.
//!
//! # Seen in
//! Hand-typed annotations; interrupted downloads.

use crate::rules::prelude::*;

rule! { "unclosed_comment.rs", syntax_fault::UNCLOSED_COMMENT; LOSS, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let at_end =
        context.text[(span.end as usize).min(context.text.len())..].trim_ascii().is_empty();
    let found = if at_end { "the end of the text" } else { "the next game" };
    let place = Span::new(span.start, span.start + 1);
    Message::new(place, format!("expected `}}` for this brace, found {found}"))
        .help("close the comment where its text ends")
        .risky("close the comment after its text", vec![Change::insert(span.end, "}")])
}
