//! A malformed time control.
//!
//! # What it finds
//! A value of TimeControl that is not made of `?`, `-`, moves`/`seconds, seconds,
//! seconds`+`increment or `*`seconds.
//!
//! # Why it matters
//! Programs cannot distinguish blitz from classical games.
//!
//! # Standard
//! §9.6. Decisions: D-24.
//!
//! # Example
//! ```pgn lax
//! [TimeControl "60 min"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [TimeControl "3600"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe if every amount has its unit, or if only blanks and separators differ from the standard
//! form in seconds. Unsafe if minutes are guessed, as for `G/60`. None if the text is not
//! understood, or if no standard time control can express it: delays, fractions, a number of moves
//! with an increment.
//!
//! # Seen in
//! Hand-typed headers, club programs.

use super::mending::mended;
use crate::rules::prelude::*;
use pgnkit::tag::TimeControl;

rule! {
    "bad_time_control.rs", 'T' 110 "bad-time-control" Remark "§9.6"
        "malformed time control";
    USAGE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::TimeControl]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Err(error) = TimeControl::parse(&tag.value) else { return };
    let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
    let help = "times are in seconds: `40/7200:3600`, `300`, `180+2`, `?` or `-`";
    report.push(mended(message, tag, ValueType::TimeControl.mend(&tag.value), help));
}
