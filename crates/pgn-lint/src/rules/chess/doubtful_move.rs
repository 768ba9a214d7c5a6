//! A move whose letters may name another man.
//!
//! # What it finds
//! A word that is read as the one legal move that fits, though its letters may name another man: a
//! small `b` that may be a pawn's file, as in `bc4`; a capital that is a man in another language,
//! as in `DXE5` or `D2-d4`; a pawn on the last rank that does not say what it becomes, where the
//! reader was told to take a queen. A wrong move number beside the word ends such a reading: then
//! it is an illegal move.
//!
//! # Why it matters
//! If another man was meant, the game goes on with a move that was never played.
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
//! Unsafe: the move is written as it was read.
//!
//! # Seen in
//! Hand-typed games in lower case or in capitals.

use crate::rules::prelude::*;
use pgnkit::chess::notation::san;

rule! { "doubtful_move.rs", game_fault::DOUBTFUL_MOVE; DOUBT, Unsafe, Fault(tell) }

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    let Cause::Spelling { position, mv, departures } = noted.cause else {
        return Told::new(span, "the move may be another man's");
    };
    let expected = san::write(&position, mv);
    let found = scene.show(span);
    Told::new(span, format!("read as `{expected}`, found `{found}`: {departures}"))
        .help(format!("if it was meant, write `{expected}`"))
        .risky(format!("write {expected}"), vec![Change::new(span, expected.to_string())])
        .board(&position)
}
