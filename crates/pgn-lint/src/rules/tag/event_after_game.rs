//! An event that begins after its game.
//!
//! # What it finds
//! An EventDate that is later than the Date, if both are known.
//!
//! # Why it matters
//! One of the two is wrong.
//!
//! # Standard
//! §9.2.1. Decisions: D-19.
//!
//! # Example
//! ```pgn lax
//! [Date "1992.08.31"]
//! [EventDate "1992.09.02"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Date "1992.09.03"]
//! [EventDate "1992.09.02"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Headers copied from another event.

use crate::rules::prelude::*;
use pgnkit::tag::{DATE, Date};

rule! {
    "event_after_game.rs", 'T' 136 "event-after-game" Remark "§9.2.1"
        "event that begins after its game";
    WARN, None, Tag(TagFilter::Named("EventDate"), check)
}

fn check(context: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some(played) = context.tag_named(DATE) else { return };
    let read = |value| Date::parse_lax(value);
    let (Some(event), Some(game)) = (read(&tag.value), read(&played.value)) else {
        return;
    };
    if is_later(event, game) {
        let sentence = format!("expected a day no later than the game ({game}), found `{event}`");
        report.push(Message::new(tag.place.value, sentence));
    }
}

/// Field by field, until one of them is not known.
fn is_later(event: Date, game: Date) -> bool {
    let fields = |date: Date| [date.year(), date.month().map(u16::from), date.day().map(u16::from)];
    for (event, game) in fields(event).into_iter().zip(fields(game)) {
        match (event, game) {
            (Some(event), Some(game)) if event != game => return event > game,
            (Some(_), Some(_)) => {}
            (None, _) | (_, None) => return false,
        }
    }
    false
}
