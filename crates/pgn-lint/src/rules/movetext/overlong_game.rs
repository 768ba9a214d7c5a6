//! A game of more than 4 GiB.
//!
//! # What it finds
//! A game whose text is longer than 4 GiB, the limit for offsets inside a game.
//!
//! # Why it matters
//! The reader cuts the game there, and the rest becomes another game.
//!
//! # Standard
//! §8.
//!
//! # Example
//! ```pgn lax
//!
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Damaged files; no real game is that long.

use crate::rules::prelude::*;

rule! { "overlong_game.rs", syntax_fault::OVERLONG_GAME; LOSS, None, Fault(message) }

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    Message::new(noted.diagnostic.span, "expected the end of the game within 4 GiB, found more")
}
