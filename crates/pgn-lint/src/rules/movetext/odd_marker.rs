//! A termination marker in an unusual spelling.
//!
//! # What it finds
//! `1/2`, `½-½`, `0.5-0.5`, `1 - 0`, or a marker with a long dash.
//!
//! # Why it matters
//! Other programs do not recognise it, and continue into the next game.
//!
//! # Standard
//! §8.2.6. Decisions: D-07.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 ½-½
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 1/2-1/2
//! ```
//!
//! # Fix
//! Safe: the standard spelling of the marker is written.
//!
//! # Seen in
//! Hand-typed games, games from web pages.

use crate::rules::prelude::*;

rule! { "odd_marker.rs", syntax_fault::ODD_MARKER; MEND, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let message =
        Message::new(span, format!("expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `{found}`"));
    match Outcome::parse_lax(&context.decode(span)) {
        None => message.help("write one of the four markers"),
        Some(outcome) => {
            let marker = outcome.marker();
            let message = message.help(format!("write `{marker}`"));
            // Where nothing else says that a game begins, the spelling may be what says it.
            if context.game.tags.is_empty() && context.game.first_move().is_none() {
                return message;
            }
            message.safe(format!("write {marker}"), vec![Change::new(span, marker)])
        }
    }
}
