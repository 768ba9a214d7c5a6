//! A game of more than 4 GiB, cut there.
//!
//! # What it finds
//! A game whose text is longer than offsets inside a game can say.
//!
//! # Why it matters
//! The game goes on as another one.
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
//! Damaged files; no game is that long.

use crate::rules::prelude::*;

rule! { "overlong_game.rs", syntax_fault::OVERLONG_GAME; LOSS, None, Fault(tell) }

fn tell(_: &Scene<'_>, noted: &Noted) -> Told {
    Told::new(noted.diagnostic.span, "expected the end of the game within 4 GiB, found more")
}
