//! A variation without a move.
//!
//! # What it finds
//! `()`, or a variation that contains only comments. The reader keeps the comments.
//!
//! # Why it matters
//! A variation is an alternative to the move before it, so it needs a move.
//!
//! # Standard
//! §8.2.5. Decisions: D-30.
//!
//! # Example
//! ```pgn lax
//! 1. e4 () e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 *
//! ```
//!
//! # Fix
//! None; `pgn fmt` drops the variation and keeps its comments.
//!
//! # Seen in
//! Programs that write clock times or remarks as variations.

use crate::rules::prelude::*;

rule! { "empty_variation.rs", game_fault::EMPTY_VARIATION; FIXABLE.kept(), None, Fault(message) }

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    Message::new(noted.diagnostic.span, "expected a move before `)`, found none")
        .help("remove the variation, or make it a comment")
}
