//! Comments or escape lines without a game after them.
//!
//! # What it finds
//! A text with comments but no game.
//!
//! # Why it matters
//! Nothing is lost, but there are no games.
//!
//! # Standard
//! §8. Decisions: D-38.
//!
//! # Example
//! ```pgn lax
//! ; games of the club, to be added
//! ```
//!
//! # Instead
//! ```pgn
//! ; games of the club
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Files that contain only a heading.

use crate::rules::prelude::*;

rule! {
    "comment_outside_game.rs", syntax_fault::COMMENT_OUTSIDE_GAME;
    REMARK, None, Fault(message)
}

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let place = Span::new(span.start, span.end.min(span.start + 1));
    Message::new(place, "expected a game after the comments, found the end of the text")
}
