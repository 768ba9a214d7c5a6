//! A game with tags but no Result.
//!
//! # What it finds
//! A game that has tag pairs but no Result tag.
//!
//! # Why it matters
//! Programs that look only at the tags do not know how the game ended.
//!
//! # Standard
//! §8.1.1.7. Decisions: D-16, D-22.
//!
//! # Example
//! ```pgn import
//! [White "Tal"]
//!
//! 1. e4 e5 1-0
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Tal"]
//! [Result "1-0"]
//!
//! 1. e4 e5 1-0
//! ```
//!
//! # Fix
//! Unsafe: it adds the tag after the last one, with the outcome from the marker.
//!
//! # Seen in
//! Hand-typed headers; opening books in PGN.

use crate::rules::prelude::*;
use pgnkit::tag::RESULT;

rule! {
    "missing_result_tag.rs", 'T' 132 "missing-result-tag" Remark "§8.1.1.7"
        "game with tags but no Result";
    HABIT, Unsafe, Game(check)
}

fn check(context: &RuleContext<'_>, report: &mut dyn Report) {
    let has_result = context
        .game
        .tags
        .iter()
        .any(|tag| context.bytes(tag.name).eq_ignore_ascii_case(RESULT.as_bytes()));
    let Some(last) = context.game.tags.last().filter(|_| !has_result) else { return };
    let outcome = context.game.outcome.name();
    let change = Change::insert(last.span.end, format!("\n[Result \"{outcome}\"]"));
    let message = Message::new(context.game_start(), "expected the tag Result, found none");
    let message = message.help(format!("add `[Result \"{outcome}\"]`"));
    report.push(message.risky(format!("add [Result \"{outcome}\"]"), vec![change]));
}
