//! A Result tag with an invalid value.
//!
//! # What it finds
//! Anything but `1-0`, `0-1`, `1/2-1/2` and `*` in the Result tag. Spellings such as `1/2` and
//! `½-½` are understood, others count as unknown.
//!
//! # Why it matters
//! Programs that count results leave the game out.
//!
//! # Standard
//! §8.1.1.7. Decisions: D-22.
//!
//! # Example
//! ```pgn lax
//! [Result "½-½"]
//!
//! 1. e4 1/2-1/2
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "1/2-1/2"]
//!
//! 1. e4 1/2-1/2
//! ```
//!
//! # Fix
//! Unsafe: the outcome that the reader uses is written into the tag.
//!
//! # Seen in
//! Hand-typed headers; the letter O for the digit 0.

use crate::rules::prelude::*;

rule! { "bad_result.rs", game_fault::BAD_RESULT; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let outcome = context.game.outcome.marker();
    let found = context.show(span);
    Message::new(span, format!("expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `{found}`"))
        .help(format!("this game counts as `{outcome}`"))
        .risky(format!("write {outcome}"), vec![Change::new(span, outcome)])
}
