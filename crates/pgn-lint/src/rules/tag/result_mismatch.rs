//! A Result tag and a termination marker that differ.
//!
//! # What it finds
//! A Result tag and a termination marker that give different points. A real result takes precedence
//! over `*`; then a mate or stalemate on the board, then the tag. A result in the tag with the
//! marker `*` has its own rule: open-marker.
//!
//! # Why it matters
//! One of the two is wrong, and other programs may use it.
//!
//! # Standard
//! §8.1.1.7, §8.2.6. Decisions: D-22, D-74.
//!
//! # Example
//! ```pgn lax
//! [Result "1-0"]
//!
//! 1. e4 e5 0-1
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
//! Unsafe: it writes the outcome that the reader uses in both places.
//!
//! # Seen in
//! Results that were added later to only one of the two places.

use crate::rules::prelude::*;

rule! { "result_mismatch.rs", game_fault::RESULT_MISMATCH; LOSS, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let Cause::Result { tag, marker, taken } = noted.cause else {
        return Message::new(span, "the Result tag and the marker differ");
    };
    let show = |outcome: Option<Outcome>| match outcome {
        Some(outcome) => format!("`{}`", outcome.name()),
        None => "nothing".to_string(),
    };
    let mut changes = Vec::new();
    if tag != Some(taken) {
        changes.push(Change::new(span, taken.name()));
    }
    if let Some((_, place)) = context.game.marker.filter(|(written, _)| *written != taken) {
        changes.push(Change::new(place, taken.marker()));
    }
    let (tag, marker) = (show(tag), show(marker));
    Message::new(span, format!("the Result tag is {tag}, but the marker is {marker}"))
        .help(format!("`{}` counts; write it in both places", taken.name()))
        .risky(format!("write {} in both places", taken.name()), changes)
}
