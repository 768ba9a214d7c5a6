//! An implausible rating.
//!
//! # What it finds
//! A rating of 0, or of five or more digits.
//!
//! # Why it matters
//! It is probably a placeholder for an unknown rating.
//!
//! # Standard
//! §9.1.2.
//!
//! # Example
//! ```pgn lax
//! [WhiteElo "0"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [WhiteElo "2785"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Databases that write 0 for no rating.

use crate::rules::prelude::*;
use pgnkit::tag::{Rating, fields};

rule! {
    "implausible_rating.rs", 'T' 137 "implausible-rating" Remark "§9.1.2"
        "implausible rating";
    TASTE, None, Tag(TagFilter::RatingsUnlessPlain, check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    for (offset, field) in fields(&tag.value) {
        if Rating::parse(field).is_ok_and(|rating| !rating.is_plausible()) {
            let span = tag.span_of(offset..offset + field.len());
            let sentence = format!("{}: expected a rating from 1 to 9999, found {field}", tag.name);
            report.push(Message::new(span, sentence).help("write `-` for a player without rating"));
        }
    }
}
