//! Comments or escape lines without a game after them.
//!
//! # What it finds
//! A text that ends with comments and has no game before or after them. `pgn fmt` does not write
//! them, and reports them as lost; only its lossless profile keeps them.
//!
//! # Why it matters
//! A game may be missing.
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
    Message::new(span, "expected a game after the comments, found the end of the text")
}
