//! A date that does not exist.
//!
//! # What it finds
//! A well-formed date with a month or day that does not exist. A month or day of zeros counts as
//! unknown.
//!
//! # Why it matters
//! The date is a mistake, or day and month are swapped.
//!
//! # Standard
//! §8.1.1.3. Decisions: D-18.
//!
//! # Example
//! ```pgn lax
//! [Date "1993.02.29"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Date "1993.02.28"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Dates written in the order year, day, month.

use crate::rules::prelude::*;
use pgnkit::tag::Date;

rule! {
    "impossible_date.rs", 'T' 105 "impossible-date" Remark "§8.1.1.3"
        "date that does not exist";
    VALUE, None, Tag(TagFilter::SkipIfPlain(&[ValueType::Date]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Ok(date) = Date::parse(&tag.value) else { return };
    if let Err(error) = date.check_calendar() {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        report.push(message.help("dates are year, month, day"));
    }
}
