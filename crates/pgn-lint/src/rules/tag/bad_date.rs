//! A date that is not in the standard form.
//!
//! # What it finds
//! A value of Date, EventDate or UTCDate that is not `YYYY.MM.DD` with question marks for unknown
//! digits. Some mistakes have their own rules: unpadded-date, date-separator, date-with-time,
//! date-order.
//!
//! # Why it matters
//! Programs sort the game as undated.
//!
//! # Standard
//! §8.1.1.3, §9.2.1, §9.5.3. Decisions: D-18.
//!
//! # Example
//! ```pgn lax
//! [Date "1992.08"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Date "1992.08.??"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Unsafe if the year and month can be read: it replaces the rest with question marks. None
//! otherwise.
//!
//! # Seen in
//! Hand-typed headers.

use super::date_slip::{Slip, slip};
use crate::rules::prelude::*;

rule! {
    "bad_date.rs", 'T' 101 "bad-date" Remark "§8.1.1.3" "date that is not in the form YYYY.MM.DD";
    VALUE, Unsafe, Tag(TagFilter::SkipIfPlain(&[ValueType::Date]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some((error, Slip::Other(meant))) = slip(tag) else { return };
    let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
    report.push(match meant {
        None => message.help("write the date as YYYY.MM.DD, with `?` for unknown digits"),
        Some(meant) => message
            .help(format!("did you mean `{meant}`?"))
            .risky(format!("write {meant}"), tag.rewrite(&meant)),
    });
}
