//! A move number that is not the one of the move.
//!
//! # What it finds
//! A number before a move that differs from the number the position has.
//!
//! # Why it matters
//! Numbers never steer the reading, but a wrong one is the first sign of a move that was left out.
//!
//! # Standard
//! §8.2.2. Decisions: D-31.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 3. Nf3 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Nf3 *
//! ```
//!
//! # Fix
//! Safe: the right number is written.
//!
//! # Seen in
//! Games typed or scanned from books; games that were cut and joined.

use crate::rules::prelude::*;
use pgnkit::fault;

pub(crate) const RULE: Rule = Rule::new(
    fault::WRONG_MOVE_NUMBER,
    Levels::DOUBT,
    FixKind::Safe,
    include_str!("wrong_move_number.rs"),
    Check::Fault(tell),
);

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    let Cause::Number { expected } = noted.cause else {
        return Told::new(span, "expected the number of the move");
    };
    let digits = scene.bytes(span).iter().take_while(|byte| byte.is_ascii_digit()).count();
    let place = Span::new(span.start, span.start + digits as u32);
    Told::new(place, format!("expected move number {expected}, found {}", scene.show(place)))
        .help("if the number is right, a move is missing or too many")
        .safe(format!("write {expected}"), vec![Change::new(place, expected.to_string())])
}
