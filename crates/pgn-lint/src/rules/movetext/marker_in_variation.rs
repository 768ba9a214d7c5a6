//! A termination marker inside a variation.
//!
//! # What it finds
//! A marker directly before the `)` that closes a variation. It does not end the game.
//!
//! # Why it matters
//! Many programs end the game there and take the rest for another game.
//!
//! # Standard
//! §8.2.5, §8.2.6. Decisions: D-22.
//!
//! # Example
//! ```pgn lax
//! 1. e4 (1. d4 d5 1/2-1/2) e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 (1. d4 d5 {drawn}) e5 *
//! ```
//!
//! # Fix
//! None: the author should write the result of the variation as a comment.
//!
//! # Seen in
//! Whole games quoted in variations.

use crate::rules::prelude::*;

rule! { "marker_in_variation.rs", syntax_fault::MARKER_IN_VARIATION; WARN, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, format!("expected the end of the variation, found `{}`", context.show(span)))
        .help("a marker ends the whole game; use a comment to say how the quoted game ended")
}
