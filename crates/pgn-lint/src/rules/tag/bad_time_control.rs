//! A time control that is none of the six kinds.
//!
//! # What it finds
//! A value of TimeControl that is not made of `?`, `-`, moves`/`seconds, seconds,
//! seconds`+`increment or `*`seconds.
//!
//! # Why it matters
//! Programs cannot tell blitz from classical games.
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
//! Safe where every amount names its unit, or only blanks and signs between periods differ from
//! seconds. Unsafe where minutes are guessed, as for `G/60`. None for what is not understood, and
//! for what the six kinds cannot say: delays, fractions, a number of moves with an increment.
//!
//! # Seen in
//! Hand-typed headers, club programs.

use super::mending::mended;
use crate::rules::prelude::*;
use pgnkit::tag::{TimeControl, time_control};

rule! {
    "bad_time_control.rs", 'T' 110 "bad-time-control" Remark "§9.6"
        "time control that is none of the six kinds";
    USAGE, Safe, Tag(Heeds::Odd(&[ValueType::TimeControl]), check)
}

fn check(_: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    let Err(error) = TimeControl::parse(&tag.value) else { return };
    let told = Told::new(tag.span_of(error.range()), tag.message(&error));
    let help = "times are in seconds: `40/7200:3600`, `300`, `180+2`, `?` or `-`";
    report.push(mended(told, tag, time_control::suggest(&tag.value), help));
}
