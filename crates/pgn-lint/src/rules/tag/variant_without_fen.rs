//! A variant with its own start positions, but no FEN tag.
//!
//! # What it finds
//! A game whose Variant tag is Chess960, Horde or Racing Kings, but without a FEN tag. The reader
//! uses the usual start position, or that of the variant.
//!
//! # Why it matters
//! Chess960 has 960 possible start positions, so the moves are probably illegal. Other programs
//! start from the usual position, or refuse the game, as lichess.org does
//! (<https://github.com/lichess-org/lila/issues/8485>, read on 2026-11-26).
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
//! Headers that lost their FEN tag.

use crate::rules::prelude::*;
use pgnkit::chess::Variant;

rule! { "variant_without_fen.rs", game_fault::VARIANT_WITHOUT_FEN; LOSS, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let named = context.tag_named("Variant").and_then(|tag| Variant::from_name(&tag.value));
    let name = named.unwrap_or(Variant::Chess960);
    Message::new(span, format!("expected a FEN tag for {name}, found none"))
        .help("add SetUp and FEN")
}
