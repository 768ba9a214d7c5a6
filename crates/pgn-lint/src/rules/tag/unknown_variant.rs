//! A variant whose moves are not checked.
//!
//! # What it finds
//! A Variant tag with an unknown variant. The moves are kept as text.
//!
//! # Why it matters
//! Illegal moves go unnoticed, and formats that need moves on a board cannot be written.
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

rule! { "unknown_variant.rs", game_fault::UNKNOWN_VARIANT; WARN, None, Fault(tell) }

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    Told::new(span, format!("expected a known variant, found `{}`", scene.show(span)))
        .help("the moves of this game are not checked")
}
