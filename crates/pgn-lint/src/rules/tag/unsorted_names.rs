//! Several players that are not in alphabetical order.
//!
//! # What it finds
//! White or Black with several names that are not in alphabetical order.
//!
//! # Why it matters
//! Programs list the same team under two names.
//!
//! # Standard
//! §8.1.1.5. Decisions: D-21.
//!
//! # Example
//! ```pgn lax
//! [White "Smith:Jones"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Jones:Smith"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: ratings and titles are in the order of the names, and would have to move, too.
//!
//! # Seen in
//! Consultation games.

use crate::rules::prelude::*;
use pgnkit::tag::player;

rule! {
    "unsorted_names.rs", 'T' 126 "unsorted-names" Remark "§8.1.1.5"
        "players that are not in alphabetical order";
    TASTE, None, Tag(TagFilter::Types(&[ValueType::Players]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = player::check_order(&tag.value) {
        report.push(Message::new(tag.span_of(error.range()), tag.sentence(&error)));
    }
}
