//! A Result tag with an invalid value.
//!
//! # What it finds
//! One of the four results in another spelling, such as `½:½`, `0,5-0,5`, `1-O`, `draw` and `White
//! wins`, or with a remark, such as `1-0 (time)`; also text that is not a result, such as
//! `adjourned`. Forfeits have their own rule: special-result.
//!
//! # Why it matters
//! Programs that count results leave the game out.
//!
//! # Standard
//! §8.1.1.7. Decisions: D-22, D-74.
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
//! Unsafe: it writes the outcome that the reader uses into the tag. None if that outcome is unknown
//! and the reader does not understand the tag, because `*` would contain less information.
//!
//! # Seen in
//! Hand-typed headers; the letter O for the digit 0.

use crate::rules::prelude::*;

rule! { "bad_result.rs", game_fault::BAD_RESULT; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let outcome = context.game.outcome;
    let value = outcome.name();
    let found = context.show(span);
    let sentence = format!("expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `{found}`");
    let message = Message::new(span, sentence).help(format!("this game counts as `{value}`"));
    let (action, change) = (format!("write {value}"), vec![Change::new(span, value)]);
    // `*` would contain less information than a text that is not understood.
    let is_result = outcome.is_known() || Outcome::read(&context.decode(span)).is_some();
    if is_result { message.risky(action, change) } else { message }
}
