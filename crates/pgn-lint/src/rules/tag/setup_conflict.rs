//! A SetUp tag that contradicts the FEN tag.
//!
//! # What it finds
//! A game with a FEN tag whose SetUp tag is `0`. The reader uses the FEN.
//!
//! # Why it matters
//! A program that relies on SetUp plays the moves from the wrong start position.
//!
//! # Standard
//! §9.7. Decisions: D-23.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [SetUp "0"]
//! [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
//!
//! 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! Unsafe: it sets SetUp to `1`, as the reader understands the game.
//!
//! # Seen in
//! Programs that always write `[SetUp "0"]`.

use crate::rules::prelude::*;

rule! { "setup_conflict.rs", game_fault::SETUP_CONFLICT; WARN, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let set_up = context.tag_named("SetUp");
    let span = set_up.map_or(noted.diagnostic.span, |tag| tag.place.value);
    Message::new(span, "expected `1` in SetUp beside a FEN tag, found `0`")
        .help("the FEN counts; write `1`")
        .risky("write 1", vec![Change::new(span, "1")])
}
