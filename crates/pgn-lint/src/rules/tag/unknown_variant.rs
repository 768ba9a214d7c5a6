//! A variant whose moves are not checked.
//!
//! # What it finds
//! A Variant tag with an unknown variant. The reader keeps the moves as text.
//!
//! # Why it matters
//! pgn does not notice illegal moves, and cannot convert the game to formats that need legal moves.
//!
//! # Standard
//! §9.7. Decisions: D-60.
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

rule! { "unknown_variant.rs", game_fault::UNKNOWN_VARIANT; WARN, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, format!("expected a known variant, found `{}`", context.show(span)))
        .help("the moves of this game are not checked")
}
