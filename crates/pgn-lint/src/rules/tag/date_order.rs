//! A date whose year is last, or whose month is a word.
//!
//! # What it finds
//! A value of Date, EventDate or UTCDate such as `31.08.1992`, `8/31/1992` or `31 Aug 1992`.
//!
//! # Why it matters
//! Dates begin with the year, so that they sort as text. In `03/04/1992`, even the month is
//! uncertain.
//!
//! # Standard
//! §8.1.1.3. Decisions: D-18, D-88.
//!
//! # Example
//! ```pgn lax
//! [Date "31.08.1992"]
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
//! Safe if the date has only one reading: the month is a word, one of the numbers is above 12, or
//! both are the same. If both orders are possible, there is no fix unless you choose one with
//! `--date-order dmy` or `--date-order mdy`.
//!
//! # Seen in
//! Hand-typed headers; programs that write dates in the format of their users' country.

use super::date_slip::{Slip, slip};
use crate::rules::prelude::*;

rule! {
    "date_order.rs", 'T' 145 "date-order" Remark "§8.1.1.3"
        "date that does not begin with the year";
    VALUE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::Date]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some((error, slip)) = slip(tag) else { return };
    let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
    report.push(match slip {
        Slip::YearLast(meant) => message
            .help(format!("write `{meant}`"))
            .safe(format!("write {meant}"), tag.rewrite(&meant)),
        Slip::Ambiguous([day_month, month_day]) => message.help(format!(
            "this may be `{day_month}` (--date-order dmy) or `{month_day}` (--date-order mdy)"
        )),
        Slip::Unpadded(_) | Slip::WithTime(..) | Slip::Separator(_) | Slip::Other(_) => return,
    });
}
