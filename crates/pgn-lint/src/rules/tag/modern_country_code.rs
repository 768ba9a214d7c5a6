//! A country code newer than the standard.
//!
//! # What it finds
//! A value of Site that ends with a current country code that is not in the standard's list.
//!
//! # Why it matters
//! A program with the list of 1994 does not know it.
//!
//! # Standard
//! §15. Decisions: D-44.
//!
//! # Example
//! ```pgn lax
//! [Site "Bern SUI"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Site "Riga LAT"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: many of these countries have no code in that list.
//!
//! # Seen in
//! Games played after 1994.

use crate::rules::prelude::*;
use pgnkit::tag::{Site, SiteCountry};

rule! {
    "modern_country_code.rs", 'T' 129 "modern-country-code" Remark "§15"
        "country code newer than the standard";
    TASTE, None, Tag(TagFilter::Types(&[ValueType::Site]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some(SiteCountry::Today(today)) = Site::of(&tag.value).country else { return };
    let sentence = format!("expected a code from the list of 1994, found `{}`", today.code);
    let message = Message::new(tag.place.value, sentence);
    report.push(match today.listed_code {
        Some(listed) => message.help(format!("{} was {listed} then", today.name)),
        None => message.help(format!("{} is not in that list", today.name)),
    });
}
