//! A move that is not in standard notation.
//!
//! # What it finds
//! Text that means exactly one legal move, but in a nonstandard form: coordinates, long algebraic
//! notation, castling with zeros, a missing `x` or `=`, unnecessary disambiguation, wrong letter
//! case, figurines.
//!
//! # Why it matters
//! Only standard algebraic notation works in every program.
//!
//! # Standard
//! §8.2.3. Decisions: D-32.
//!
//! # Example
//! ```pgn lax
//! 1. e2e4 e5 2. Ng1-f3 Nc6 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Nf3 Nc6 *
//! ```
//!
//! # Fix
//! Safe: it writes the same move in standard notation.
//!
//! # Seen in
//! Correspondence games, engine programs, hand-typed games.

use crate::rules::chess::number;
use crate::rules::prelude::*;
use pgnkit::chess::notation::san;

rule! { "nonstandard_move.rs", game_fault::NONSTANDARD_MOVE; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let Cause::Spelling { position, mv, departures } = &noted.cause else {
        return Message::new(span, format!("expected nothing after the move, found `{found}`"))
            .help("the move already has this meaning; remove it")
            .safe("remove it", context.take_out(span));
    };
    let expected = san::to_text(position, *mv);
    let glued = number::glued(position, context.bytes(span));
    let written = format!("{glued}{expected}");
    Message::new(span, format!("expected `{expected}`, found `{found}`: {departures}"))
        .help(format!("write `{expected}`"))
        .safe(format!("write {expected}"), vec![Change::new(span, written)])
}
