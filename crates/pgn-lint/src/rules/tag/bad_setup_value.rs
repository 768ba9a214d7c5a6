//! A SetUp value that is neither 0 nor 1.
//!
//! # What it finds
//! A value of SetUp other than `0` and `1`. The reader ignores it and looks only for a FEN tag.
//!
//! # Why it matters
//! Programs that look at SetUp do not know where the game starts.
//!
//! # Standard
//! §9.7.1. Decisions: D-23.
//!
//! # Example
//! ```pgn lax
//! [SetUp "2"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [SetUp "0"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: only the author knows what it means.
//!
//! # Seen in
//! Hand-typed headers.

use crate::rules::prelude::*;

rule! {
    "bad_setup_value.rs", 'T' 117 "bad-setup-value" Remark "§9.7.1"
        "SetUp value that is neither 0 nor 1";
    VALUE, None, Tag(TagFilter::SkipIfPlain(&[ValueType::SetUp]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = ValueType::SetUp.check(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        report.push(message.help("write `1` with a FEN tag, or remove SetUp"));
    }
}
