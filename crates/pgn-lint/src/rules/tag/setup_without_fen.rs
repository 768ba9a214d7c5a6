//! SetUp without a FEN tag.
//!
//! # What it finds
//! A game whose SetUp tag is `1`, but without a FEN tag. The reader uses the usual start position.
//!
//! # Why it matters
//! The game started from another position, which is missing.
//!
//! # Standard
//! §9.7. Decisions: D-23.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [SetUp "1"]
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

rule! { "setup_without_fen.rs", game_fault::SETUP_WITHOUT_FEN; DOUBT, None, Fault(message) }

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    Message::new(noted.diagnostic.span, "expected a FEN tag for SetUp `1`, found none")
        .help("add the FEN tag, or remove SetUp if the game starts from the usual position")
}
