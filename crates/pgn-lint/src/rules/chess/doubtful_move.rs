//! A move whose letters may mean another piece.
//!
//! # What it finds
//! A word that is read as the only legal move that fits, though its letters may mean another piece:
//! a lower-case `b` that may be a pawn's file, as in `bc4`; a capital that is a piece in another
//! language, as in `DXE5` or `D2-d4`; a `P` before a pawn's move where a knight could go, too, as
//! in `Pf3`, since Dutch writes `P` for the knight; a pawn on the last rank without a promotion
//! piece, if the reader was told to use a queen. If a wrong move number comes with the word, it is
//! an illegal move instead.
//!
//! # Why it matters
//! If another piece was meant, the game continues with a move that was never played.
//!
//! # Standard
//! §8.2.3. Decisions: D-32.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 2. bc4 Nf6 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Bc4 Nf6 *
//! ```
//!
//! # Fix
//! Unsafe: the move is rewritten as it was read.
//!
//! # Seen in
//! Hand-typed games in lower case or in capitals.

use crate::rules::prelude::*;
use pgnkit::chess::notation::san;

rule! { "doubtful_move.rs", game_fault::DOUBTFUL_MOVE; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let Cause::Spelling { position, mv, departures } = &noted.cause else {
        return Message::new(span, "the move may be another piece's");
    };
    let expected = san::to_text(position, *mv);
    let found = context.show(span);
    Message::new(span, format!("read as `{expected}`, found `{found}`: {departures}"))
        .help(format!("if it was meant, write `{expected}`"))
        .risky(format!("write {expected}"), vec![Change::new(span, expected.to_string())])
        .board(position)
}
