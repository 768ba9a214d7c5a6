//! A FEN that cannot be read.
//!
//! # What it finds
//! A FEN tag with a field that has no meaning. The position is unknown, so the reader keeps the
//! moves as text.
//!
//! # Why it matters
//! None of the moves can be played.
//!
//! # Standard
//! §16.1. Decisions: D-47.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "4k3/8/8/8/8/8/4X3/4K3 w - - 0 1"]
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
//! None: only the author knows the position.
//!
//! # Seen in
//! Hand-typed FENs, or FENs cut to the length of a field.

use crate::rules::prelude::*;

rule! { "bad_fen.rs", game_fault::BAD_FEN; LOSS, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let Cause::Fen(error) = noted.cause else {
        return Message::new(span, "the FEN cannot be read");
    };
    let place =
        context.tag_at(span).map_or(span, |tag| tag.span_of(error.offset..error.offset + 1));
    let place = Span::new(place.start.min(span.end), place.end.min(span.end));
    let found =
        if place.is_empty() { "the end".to_string() } else { format!("`{}`", context.show(place)) };
    Message::new(place, format!("{error}, found {found}"))
        .help("a FEN has six fields: pieces, side to move, castling, en passant, clock, number")
}
