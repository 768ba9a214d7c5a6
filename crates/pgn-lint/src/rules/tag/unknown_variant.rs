//! A variant whose moves are not checked.
//!
//! # What it finds
//! A Variant tag with an unknown variant, or an Event such as `FICS rated losers game` or `FICS
//! rated bughouse game` without a Variant tag. The reader keeps the moves as text.
//!
//! # Why it matters
//! pgn does not notice illegal moves, and cannot convert the game to formats that need legal moves.
//!
//! # Standard
//! §9.7. Decisions: D-60, D-91.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [Variant "Xiangqi"]
//!
//! 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//! [Variant "Standard"]
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Servers that play many variants.

use crate::rules::prelude::*;
use pgnkit::game::EventRules;

rule! { "unknown_variant.rs", game_fault::UNKNOWN_VARIANT; WARN, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let value = context.show(span);
    // Variant names are not read from the form of an event.
    let name = EventRules::of(&value).map_or(&*value, EventRules::name);
    Message::new(span, format!("expected a known variant, found `{name}`"))
        .help("the moves of this game are not checked")
}
