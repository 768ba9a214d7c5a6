//! A time of day that is not in the standard form.
//!
//! # What it finds
//! A value of Time or UTCTime that is not `HH:MM:SS`, from 00:00:00 to 23:59:59.
//!
//! # Why it matters
//! Programs cannot sort the games of a day.
//!
//! # Standard
//! §9.5. Decisions: D-25.
//!
//! # Example
//! ```pgn lax
//! [Time "7:05"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Time "07:05:00"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe if the value lacks only a zero, colons or seconds: it adds the zero, the colons, or
//! question marks for the seconds. None otherwise.
//!
//! # Seen in
//! Hand-typed headers.

use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;

rule! {
    "bad_time.rs", 'T' 109 "bad-time" Remark "§9.5" "time that is not in the form HH:MM:SS";
    VALUE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::Time]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = ValueType::Time.check(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        let meant = ValueType::Time.fix(&tag.value);
        report.push(with_value_fix(message, tag, meant, "write the time as HH:MM:SS"));
    }
}
