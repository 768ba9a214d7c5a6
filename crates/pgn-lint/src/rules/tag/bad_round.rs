//! A round that does not consist of numbers.
//!
//! # What it finds
//! A value of Round that is not `?`, `-` or integers separated by periods.
//!
//! # Why it matters
//! Programs cannot sort it with the other rounds.
//!
//! # Standard
//! §8.1.1.4. Decisions: D-20.
//!
//! # Example
//! ```pgn lax
//! [Round "3a"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Round "3.1"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: only the author knows what it means.
//!
//! # Seen in
//! Knock-out events (`QF`), databases with board numbers.

use crate::rules::prelude::*;
use pgnkit::tag::Round;

rule! {
    "bad_round.rs", 'T' 102 "bad-round" Remark "§8.1.1.4"
        "round that is not numbers separated by periods";
    USAGE, None, Tag(TagFilter::SkipIfPlain(&[ValueType::Round]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = Round::parse(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        report.push(message.help("write numbers separated by periods, `-` or `?`"));
    }
}
