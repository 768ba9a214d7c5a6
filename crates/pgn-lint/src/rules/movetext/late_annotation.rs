//! A variation or a NAG after the termination marker.
//!
//! # What it finds
//! A variation or a NAG after the end of its game, such as `1-0 (32... Kh7)` or `1-0 $18`. The
//! reader attaches it to the last move. Comments on the line of the marker are not reported.
//!
//! # Why it matters
//! The marker is the last element of a game: other programs drop the annotation after it, or take
//! it for the beginning of the next game.
//!
//! # Standard
//! §8.2.6. Decisions: D-09.
//!
//! # Example
//! ```pgn lax
//! [Result "1-0"]
//!
//! 1. e4 e5 1-0 (1... c5)
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "1-0"]
//!
//! 1. e4 e5 (1... c5) 1-0
//! ```
//!
//! # Fix
//! None; `pgn fmt` writes the annotation before the marker.
//!
//! # Seen in
//! Games whose annotator did not notice the marker.

use crate::rules::prelude::*;

rule! { "late_annotation.rs", syntax_fault::LATE_ANNOTATION; FIXABLE.kept(), None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = match context.byte_at(span.start) {
        b'(' => "a variation".to_string(),
        b'$' => "a NAG".to_string(),
        _ => format!("`{}`", context.show(span)),
    };
    Message::new(span, format!("expected the next game after the marker, found {found}"))
        .help("write it before the marker")
}
