//! A date followed by a time of day.
//!
//! # What it finds
//! A value of Date, EventDate or UTCDate such as `2019.05.03 12:00:00`.
//!
//! # Why it matters
//! Programs that expect ten characters do not recognize the date.
//!
//! # Standard
//! §8.1.1.3, §9.5. Decisions: D-18.
//!
//! # Example
//! ```pgn lax
//! [Date "2019.05.03 12:00:00"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Date "2019.05.03"]
//! [Time "12:00:00"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Unsafe: it removes the time, which belongs in the Time tag.
//!
//! # Seen in
//! Servers and phone apps that write a timestamp.

use super::date_slip::{Slip, slip};
use crate::rules::prelude::*;

rule! {
    "date_with_time.rs", 'T' 107 "date-with-time" Remark "§8.1.1.3" "date with a time of day";
    VALUE, Unsafe, Tag(TagFilter::SkipIfPlain(&[ValueType::Date]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some((_, Slip::WithTime(meant, end))) = slip(tag) else { return };
    let span = tag.span_of(end..tag.value.len());
    let sentence = format!("{}: expected the end of the date, found a time of day", tag.name);
    let message = Message::new(span, sentence).help("write the time into the Time tag");
    report.push(message.risky(format!("write {meant}"), tag.rewrite(&meant)));
}
