//! A colon in a value that is not a list.
//!
//! # What it finds
//! A colon in a tag value, except in tags with one field per player and in Time, UTCTime and
//! TimeControl; and a colon in the address of a single player.
//!
//! # Why it matters
//! The colon separates list items, and the standard asks authors not to use it for anything else.
//!
//! # Standard
//! §8.1. Decisions: D-17.
//!
//! # Example
//! ```pgn lax
//! [Event "Candidates: final"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "Candidates, final"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Event titles, web addresses in Site.

use super::rating;
use crate::rules::prelude::*;
use pgnkit::tag::n_fields;

rule! {
    "misplaced_colon.rs", 'T' 124 "misplaced-colon" Remark "§8.1"
        "colon in a value that is not a list";
    TASTE, None, Tag(TagFilter::All, check)
}

fn check(context: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some(at) = tag.value.find(':') else { return };
    let allows = tag.kind.is_some_and(|kind| kind.value.allows_colon()) || rating::is_rating(tag);
    let is_address = tag.is_of(ValueType::Addresses)
        && rating::players_of(context, tag).is_some_and(|players| n_fields(&players) == 1);
    if !allows || is_address {
        let sentence = format!("{}: expected a value without colon, found one", tag.name);
        report.push(Message::new(tag.span_of(at..at + 1), sentence));
    }
}
