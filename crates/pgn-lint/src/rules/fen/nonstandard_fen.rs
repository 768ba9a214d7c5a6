//! A FEN in an unusual form.
//!
//! # What it finds
//! A FEN whose meaning is certain, but with missing fields, castling letters out of order, castling
//! rights without the king or rook for them, an impossible en passant square, or several blanks in
//! a row.
//!
//! # Why it matters
//! Strict readers reject it.
//!
//! # Standard
//! §16.1. Decisions: D-46, D-47.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1"]
//!
//! 1. O-O *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
//!
//! 1. O-O *
//! ```
//!
//! # Fix
//! Safe: it writes the same position in standard form.
//!
//! # Seen in
//! Web sites and programs that leave out the clocks.

use crate::rules::prelude::*;
use pgnkit::chess::fen::{self, EpPolicy};

rule! { "nonstandard_fen.rs", game_fault::NONSTANDARD_FEN; FIXABLE.kept(), Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let sentence = match noted.cause {
        Cause::FenCorrected(notes) => format!("the FEN was corrected: {notes}"),
        _ => "the FEN was corrected".to_string(),
    };
    let message = Message::new(span, sentence);
    let Some(position) = &context.game.start else { return message };
    let standard = fen::to_text(position, EpPolicy::Standard);
    message
        .help(format!("write `{standard}`"))
        .safe(format!("write {standard}"), vec![Change::new(span, standard.as_str())])
}
