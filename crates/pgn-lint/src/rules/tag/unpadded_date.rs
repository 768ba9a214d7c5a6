//! A date with a month or day of one digit.
//!
//! # What it finds
//! A value of Date, EventDate or UTCDate such as `1992.8.31`.
//!
//! # Why it matters
//! Dates have ten characters, so that they sort as text. A shorter one is sorted incorrectly or not
//! at all.
//!
//! # Standard
//! §8.1.1.3. Decisions: D-18.
//!
//! # Example
//! ```pgn lax
//! [Date "1992.8.31"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Date "1992.08.31"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe: it adds a zero, and the date stays the same.
//!
//! # Seen in
//! Hand-typed headers; programs that print numbers without padding.

use super::date_slip::{Slip, slip};
use crate::rules::prelude::*;

rule! {
    "unpadded_date.rs", 'T' 104 "unpadded-date" Remark "§8.1.1.3"
        "date with a month or day of one digit";
    VALUE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::Date]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some((error, Slip::Unpadded(meant))) = slip(tag) else { return };
    let sentence =
        format!("{}: expected two digits for month and day, found `{}`", tag.name, tag.value);
    let message =
        Message::new(tag.span_of(error.range()), sentence).help(format!("write `{meant}`"));
    report.push(message.safe(format!("write {meant}"), tag.rewrite(&meant)));
}
