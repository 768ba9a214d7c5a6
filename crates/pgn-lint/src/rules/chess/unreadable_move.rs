//! Text in the place of a move that is none.
//!
//! # What it finds
//! A word that has not the shape of a move. It is kept as a comment, and the line goes on.
//!
//! # Why it matters
//! Other programs stop there, or drop it without a word.
//!
//! # Standard
//! §8.2.3. Decisions: D-33.
//!
//! # Example
//! ```pgn lax
//! 1. e4 resigns *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {resigns} *
//! ```
//!
//! # Fix
//! Unsafe: the word is put into braces, as the reader keeps it; it may have been meant as a move.
//!
//! # Seen in
//! Hand-typed games; comments whose brace was lost.

use crate::rules::prelude::*;
use pgnkit::fault;

pub(crate) const RULE: Rule = Rule::new(
    fault::UNREADABLE_MOVE,
    Levels::LOSS,
    FixKind::Unsafe,
    include_str!("unreadable_move.rs"),
    Check::Fault(tell),
);

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    let told = Told::new(span, format!("expected a move, found `{}`", scene.show(span)))
        .help("put text into braces");
    if scene.bytes(span).iter().any(|byte| matches!(byte, b'{' | b'}')) {
        return told;
    }
    let braces = vec![Change::insert(span.start, "{"), Change::insert(span.end, "}")];
    told.risky("put it into braces", braces)
}
