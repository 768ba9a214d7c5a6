//! A date with separators other than periods.
//!
//! # What it finds
//! A value of Date, EventDate or UTCDate such as `1992-08-31` or `1992/08/31`.
//!
//! # Why it matters
//! Programs that follow the standard do not recognize the date.
//!
//! # Standard
//! §8.1.1.3. Decisions: D-18, D-88.
//!
//! # Example
//! ```pgn lax
//! [Date "1992-08-31"]
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
//! Safe: it writes periods and adds missing zeros. In a date that begins with the year, the next
//! number is always the month.
//!
//! # Seen in
//! Programs that write ISO 8601 dates.

use super::date_slip::{Slip, slip};
use crate::rules::prelude::*;

rule! {
    "date_separator.rs", 'T' 108 "date-separator" Remark "§8.1.1.3"
        "date with separators other than periods";
    VALUE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::Date]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some((error, Slip::Separator(meant))) = slip(tag) else { return };
    let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
    let message = message.help(format!("write `{meant}`"));
    report.push(message.safe(format!("write {meant}"), tag.rewrite(&meant)));
}
