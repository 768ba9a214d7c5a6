//! A time control in minutes instead of seconds.
//!
//! # What it finds
//! A base and an increment such as `90+30` or `5+3`: well formed, but so short in seconds that the
//! base was probably meant in minutes. The base is under 15 seconds, or it is at most two minutes
//! and shorter than four increments.
//!
//! # Why it matters
//! Programs classify a classical game as a bullet game.
//!
//! # Standard
//! §9.6. Decisions: D-24.
//!
//! # Example
//! ```pgn lax
//! [TimeControl "90+30"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [TimeControl "5400+30"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Unsafe: it reads the base as minutes. The game may have been played with exactly the written
//! time control.
//!
//! # Seen in
//! Hand-typed headers, and programs that save the numbers from their dialog.

use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;
use pgnkit::tag::TimeControl;

rule! {
    "minutes_for_seconds.rs", 'T' 201 "minutes-for-seconds" Remark "§9.6"
        "time control in minutes instead of seconds";
    REMARK, Unsafe, Tag(TagFilter::SkipIfPlain(&[ValueType::TimeControl]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some(meant) = ValueType::TimeControl.fix(&tag.value) else { return };
    if TimeControl::parse(&tag.value).is_err() {
        return;
    }
    let sentence = format!("{}: expected seconds, found `{}`", tag.name, tag.value);
    let message = Message::new(tag.place.value, sentence);
    report.push(with_value_fix(message, tag, Some(meant), ""));
}
