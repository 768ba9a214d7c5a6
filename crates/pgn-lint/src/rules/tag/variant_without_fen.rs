//! A variant with arrays of its own, and no FEN tag.
//!
//! # What it finds
//! The Variant tag says Chess960, Horde or Racing Kings, and there is no position to begin with.
//! The usual array is taken, or the one that the variant has.
//!
//! # Why it matters
//! There are 960 positions of Chess960 it could have been; the moves are likely not legal. Other
//! programs begin with the usual array.
//!
//! # Standard
//! §9.7. Decisions: D-60.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [Variant "Chess960"]
//!
//! 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! None: the position is not known.
//!
//! # Seen in
//! Headers that lost their FEN.

use crate::rules::prelude::*;
use pgnkit::chess::Variant;

rule! { "variant_without_fen.rs", game_fault::VARIANT_WITHOUT_FEN; LOSS, None, Fault(tell) }

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    let named = scene.tag_named("Variant").and_then(|tag| Variant::from_name(&tag.value));
    let name = named.unwrap_or(Variant::Chess960);
    Told::new(span, format!("expected a FEN tag for {name}, found none")).help("add SetUp and FEN")
}
