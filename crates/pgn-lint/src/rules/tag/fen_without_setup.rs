//! A FEN tag without SetUp.
//!
//! # What it finds
//! A game with a FEN tag but no SetUp tag. The reader uses the FEN.
//!
//! # Why it matters
//! The standard requires both. Old programs look for SetUp first and use the usual start position
//! without it.
//!
//! # Standard
//! §9.7. Decisions: D-23.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
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
//! Safe: it adds `[SetUp "1"]` before the FEN tag.
//!
//! # Seen in
//! Many programs and websites; most readers look only at the FEN.

use crate::rules::prelude::*;

rule! { "fen_without_setup.rs", game_fault::FEN_WITHOUT_SETUP; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let message = Message::new(span, "expected `[SetUp \"1\"]` beside the FEN tag, found none")
        .help("add `[SetUp \"1\"]`");
    let Some(fen) = context.tag_at(span) else { return message };
    let change = match context.tag_named("SetUp") {
        Some(set_up) => Change::new(set_up.place.value, "1"),
        None => Change::insert(fen.place.span.start, "[SetUp \"1\"]\n"),
    };
    message.safe("add [SetUp \"1\"]", vec![change])
}
