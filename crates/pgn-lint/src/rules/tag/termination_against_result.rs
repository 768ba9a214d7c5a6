//! A Termination that does not fit the result.
//!
//! # What it finds
//! The termination `unterminated` in a game with a result, or `death`, `rules infraction` or `time
//! forfeit` in a game without a loser.
//!
//! # Why it matters
//! One of the two is wrong.
//!
//! # Standard
//! §9.8.
//!
//! # Example
//! ```pgn lax
//! [Termination "unterminated"]
//! [Result "1-0"]
//!
//! 1. e4 1-0
//! ```
//!
//! # Instead
//! ```pgn
//! [Termination "normal"]
//! [Result "1-0"]
//!
//! 1. e4 1-0
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Results that were corrected later.

use crate::rules::prelude::*;
use pgnkit::tag::Termination;

rule! {
    "termination_against_result.rs", 'T' 119 "termination-against-result" Remark "§9.8"
        "Termination that does not fit the result";
    WARN, None, Tag(TagFilter::SkipIfPlain(&[ValueType::Termination]), check)
}

fn check(context: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some(termination) = Termination::parse_lax(&tag.value) else { return };
    let outcome = context.game.outcome;
    if !termination.fits(outcome) {
        let name = termination.name();
        let sentence =
            format!("expected a termination that fits `{}`, found `{name}`", outcome.name());
        report.push(Message::new(tag.place.value, sentence));
    }
}
