//! A termination marker in an unusual spelling.
//!
//! # What it finds
//! `1/2`, `½-½`, `1:0`, `0,5-0,5`, `1 - 0`, `1-O`, a marker with a long dash, or a result in words,
//! such as `draw` or `White wins`. Also a forfeit or an arbiter's result instead of a marker, such
//! as `+/-`, `0-0` or `1/2-0`. The standard does not have such results: they belong in the Result
//! tag, and the marker is `*`.
//!
//! # Why it matters
//! Other programs do not recognize it, and continue into the next game.
//!
//! # Standard
//! §8.2.6. Decisions: D-07, D-74.
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
//! Safe: it writes the standard spelling of the marker, and `*` for a forfeit. If the Result tag
//! does not contain the forfeit, the fix is unsafe and also writes it there; without a Result tag
//! there is no fix.
//!
//! # Seen in
//! Hand-typed games, games from web pages.

use crate::rules::prelude::*;

rule! { "odd_marker.rs", syntax_fault::ODD_MARKER; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let message =
        Message::new(span, format!("expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `{found}`"));
    match Outcome::parse_lax(&context.decode(span)) {
        None => message.help("write one of the four markers"),
        Some(outcome) => {
            let marker = outcome.marker();
            let tag = context.game.tags.iter().rfind(|tag| context.bytes(tag.name) == b"Result");
            let said = tag.map(|tag| context.decode(tag.value));
            let is_said = said.is_some_and(|said| Outcome::parse_lax(&said) == Some(outcome));
            if !outcome.is_standard() && !is_said {
                let help = format!("write `{}` into the Result tag, and `*` here", outcome.name());
                let message = message.help(help);
                let Some(tag) = tag else { return message };
                let changes =
                    vec![Change::new(tag.value, outcome.name()), Change::new(span, marker)];
                return message
                    .risky(format!("write {} into the Result tag", outcome.name()), changes);
            }
            let message = message.help(format!("write `{marker}`"));
            // If nothing else shows that a game begins, the spelling of the marker may show it.
            if context.game.tags.is_empty() && context.game.first_move().is_none() {
                return message;
            }
            message.safe(format!("write {marker}"), vec![Change::new(span, marker)])
        }
    }
}
