//! A FEN of an impossible position.
//!
//! # What it finds
//! A well-formed FEN without a king, with two kings of one color, with pawns on the first or last
//! rank, or with the side that is not to move in check. The reader keeps the moves as text.
//!
//! # Why it matters
//! The rules of chess do not define how to continue from such a position.
//!
//! # Standard
//! §16.1. Decisions: D-47.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "8/8/8/8/8/8/4P3/4K3 w - - 0 1"]
//!
//! 1. Kd1 *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
//!
//! 1. Kd1 *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Exercises for beginners, diagrams of part of the board.

use crate::rules::prelude::*;

rule! { "illegal_position.rs", game_fault::ILLEGAL_POSITION; LOSS, None, Fault(message) }

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let sentence = match noted.cause {
        Cause::Fen(error) => error.to_string(),
        _ => "the position is impossible".to_string(),
    };
    Message::new(span, sentence).help("a game must begin with a legal position")
}
