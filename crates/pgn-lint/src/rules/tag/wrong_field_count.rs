//! A number of fields that differs from the number of players.
//!
//! # What it finds
//! A title, rating, address or type tag that does not have one field for each name in White or
//! Black, separated by colons.
//!
//! # Why it matters
//! It is not clear which player a rating belongs to.
//!
//! # Standard
//! §9.1. Decisions: D-17.
//!
//! # Example
//! ```pgn lax
//! [White "Jones:Smith:Zacharias"]
//! [WhiteTitle "IM:GM"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Jones:Smith:Zacharias"]
//! [WhiteTitle "IM:-:GM"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Consultation games.

use super::rating;
use crate::rules::prelude::*;
use pgnkit::tag::n_fields;

rule! {
    "wrong_field_count.rs", 'T' 123 "wrong-field-count" Remark "§9.1"
        "number of fields that differs from the number of players";
    WARN, None, Tag(TagFilter::PlayersUnlessPlain, check)
}

fn check(context: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if tag.value.is_empty() {
        return;
    }
    let Some(players) = rating::players_of(context, tag) else { return };
    let (n_players, n) = (n_fields(&players), n_fields(&tag.value));
    // A colon in the address of one player is a matter of misplaced-colon.
    let is_address = tag.is_of(ValueType::Addresses) && n_players == 1;
    if n != n_players && !is_address {
        let sentence =
            format!("{}: expected {n_players} fields, one per player, found {n}", tag.name);
        report.push(
            Message::new(tag.place.value, sentence).help("write `-` for a player without one"),
        );
    }
}
