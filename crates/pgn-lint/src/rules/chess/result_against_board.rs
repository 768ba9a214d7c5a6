//! A result that the final position contradicts.
//!
//! # What it finds
//! A game that ends with mate or stalemate on the board, or by a rule of its variant, but has a
//! different result.
//!
//! # Why it matters
//! Either the result or the last moves are wrong.
//!
//! # Standard
//! §8.2.6. Decisions: D-22.
//!
//! # Example
//! ```pgn lax
//! 1. f3 e5 2. g4 Qh4# 1-0
//! ```
//!
//! # Instead
//! ```pgn
//! 1. f3 e5 2. g4 Qh4# 0-1
//! ```
//!
//! # Fix
//! None: only the author knows which of the two is wrong.
//!
//! # Seen in
//! Results that an arbiter changed; headers that belong to another game.

use crate::rules::prelude::*;
use pgnkit::chess::{EndReason, Ending};

rule! { "result_against_board.rs", game_fault::RESULT_AGAINST_BOARD; WARN, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let result = context.game.outcome.marker();
    let Cause::Board(position) = &noted.cause else {
        return Message::new(span, "the final position contradicts the result");
    };
    let Some(Ending { winner, reason }) = position.ending() else {
        return Message::new(span, "the final position contradicts the result");
    };
    let proved = match (reason, position.turn()) {
        (EndReason::Checkmate, turn) => format!("{turn} is mated"),
        (EndReason::Stalemate, _) => "it is stalemate".to_string(),
        (reason, _) => reason.to_string(),
    };
    let expected = match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    Message::new(span, format!("expected `{expected}` where {proved}, found `{result}`"))
        .help("check the result and the last moves")
        .board(position)
}
