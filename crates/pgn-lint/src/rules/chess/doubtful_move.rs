//! A move whose letters may mean another piece.
//!
//! # What it finds
//! A word that the reader takes for the only legal move that fits, although its letters may mean
//! another piece: a lower-case `b` that may be the file of a pawn, as in `bc4`; a capital that is a
//! piece in another language, as in `DXE5` or `D2-d4`; a `P` before a pawn move where a knight
//! could also go, as in `Pf3`, because Dutch uses `P` for the knight; a pawn on the last rank
//! without a promotion piece, if you set the reader to assume a queen. If there is a wrong move
//! number next to the word, the word is an illegal move instead.
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
//! Unsafe: it writes the move as the reader understood it.
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
        .help(format!("if this is the intended move, write `{expected}`"))
        .risky(format!("write {expected}"), vec![Change::new(span, expected.to_string())])
        .board(position)
}
