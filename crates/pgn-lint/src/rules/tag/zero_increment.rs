//! An increment of zero.
//!
//! # What it finds
//! A time control such as `300+0`. The reader understands it. If it is certainly in seconds, it is
//! reported only under the archival profile, because servers write it that way.
//!
//! # Why it matters
//! The standard requires a positive increment; sudden death is written `300`.
//!
//! # Standard
//! §9.6. Decisions: D-24.
//!
//! # Example
//! ```pgn import
//! [TimeControl "40/7200:1800+0"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [TimeControl "40/7200:1800"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Lichess and other servers, in every game without increment.

use crate::rules::prelude::*;
use pgnkit::tag::{TimeControl, fields, time_control::Oddity};

rule! {
    "zero_increment.rs", 'T' 112 "zero-increment" Remark "§9.6" "increment of zero";
    CUSTOM, None, Tag(TagFilter::SkipIfPlain(&[ValueType::TimeControl]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Ok(time_control) = TimeControl::parse(&tag.value) else { return };
    for oddity in time_control.oddities() {
        let Oddity::ZeroIncrement { field_idx } = oddity else { continue };
        let Some((offset, field)) = fields(&tag.value).nth(field_idx) else { continue };
        let span = tag.span_of(offset..offset + field.len());
        let sentence = format!("{}: expected a positive increment, found `{field}`", tag.name);
        report.push(Message::new(span, sentence));
    }
}
