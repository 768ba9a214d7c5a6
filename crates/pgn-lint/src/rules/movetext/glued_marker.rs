//! A termination marker that touches the move before it.
//!
//! # What it finds
//! A move and a marker without white space between them, such as `Kf21-0`, `e8=Q0-1` or
//! `O-O1/2-1/2`. Both must be complete: `a1-0` is not reported, because it is not a move and a
//! marker.
//!
//! # Why it matters
//! Digits, hyphens and slashes continue a word, so other programs find neither the last move nor
//! the end of the game.
//!
//! # Standard
//! §7, §8.2.6. Decisions: D-07.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 2. Nf31-0
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Nf3 1-0
//! ```
//!
//! # Fix
//! Safe: it puts a space before the marker, which the reader already recognizes.
//!
//! # Seen in
//! Games from web pages; games whose lines were joined.

use crate::rules::prelude::*;

rule! { "glued_marker.rs", syntax_fault::GLUED_MARKER; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    Message::new(span, format!("expected white space before the termination marker `{found}`"))
        .help("put a space before it")
        .safe("put a space before it", vec![Change::new(Span::at(span.start), " ")])
}
