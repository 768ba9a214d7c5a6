//! A date with unknown digits.
//!
//! # What it finds
//! A Date whose year, month or day is unknown.
//!
//! # Why it matters
//! It is legal, but in an archive sorted by date, the game has no definite place.
//!
//! # Standard
//! §8.1.1.3, §12.
//!
//! # Example
//! ```pgn lax
//! [Date "1992.??.??"]
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
//! None.
//!
//! # Seen in
//! Old games.

use crate::rules::prelude::*;
use pgnkit::tag::{DATE, Date};

rule! {
    "incomplete_date.rs", 'T' 106 "incomplete-date" Remark "§8.1.1.3" "date with unknown digits";
    TASTE, None, Tag(TagFilter::Named(DATE), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let is_incomplete = Date::parse(&tag.value).is_ok_and(|date| !date.is_complete());
    if is_incomplete {
        let sentence = format!("expected a whole date, found `{}`", tag.value);
        report.push(Message::new(tag.place.value, sentence));
    }
}
