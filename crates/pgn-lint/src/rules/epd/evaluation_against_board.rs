//! `ce` or `dm` that the board contradicts.
//!
//! # What it finds
//! A `ce` or `dm` in a position that is mate; a `dm`, or a score other than 0, in a stalemate or
//! with too few pieces to mate. `ce -32767` in a mate is not reported, because some programs use it
//! for that.
//!
//! # Why it matters
//! The game is over, or neither side can win it; programs that trust the score play for it.
//!
//! # Standard
//! §16.2.5. Decisions: D-50.
//!
//! # Example
//! ```epd lax
//! 7k/8/6Q1/8/8/8/8/6K1 b - - ce -900;
//! ```
//!
//! # Instead
//! ```epd
//! 7k/8/6Q1/8/8/8/8/6K1 b - - ce 0;
//! ```
//!
//! # Fix
//! None; `pgn epd analyze` writes the score that follows from the board.
//!
//! # Seen in
//! Engines that are asked for a score in a position without moves to search.

use crate::rules::prelude::*;
use pgn_formats::epd::{Detail, Opcode};

rule! {
    "evaluation_against_board.rs", epd_fault::EVALUATION_AGAINST_BOARD;
    WARN, None, Record(message)
}

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    let opcode = match &note.detail {
        Detail::Opcode(Opcode::Dm) => "dm",
        _ => "ce",
    };
    Message::new(note.diagnostic.span, format!("`{opcode}` is not what the board shows"))
        .help("a mated position has no score, and a stalemate or a dead position scores 0")
}
