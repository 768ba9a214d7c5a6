//! A rating that is neither a number nor `-`.
//!
//! # What it finds
//! A value of WhiteElo, BlackElo, WhiteUSCF or a similar tag that is not an integer. Ratings that
//! are empty or contain a question mark have their own rule: unknown-rating.
//!
//! # Why it matters
//! Searches by rating miss the game.
//!
//! # Standard
//! §9.1.2, §9.1.3. Decisions: D-25.
//!
//! # Example
//! ```pgn lax
//! [WhiteElo "unrated"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [WhiteElo "-"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe for blanks, which it removes, and for `unrated` and similar words, which it replaces with
//! `-`. None otherwise.
//!
//! # Seen in
//! Hand-typed headers; titles in the wrong tag.

use super::rating;
use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;

rule! {
    "bad_rating.rs", 'T' 103 "bad-rating" Remark "§9.1.2"
        "rating that is neither a number nor `-`";
    VALUE, Safe, Tag(TagFilter::RatingsUnlessPlain, check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if rating::is_unknown(&tag.value) {
        return;
    }
    if let Err(error) = rating::check(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        let help = "write an integer, or `-` for a player without rating";
        report.push(with_value_fix(message, tag, ValueType::Ratings.fix(&tag.value), help));
    }
}
