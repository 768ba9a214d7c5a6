//! A null move.
//!
//! # What it finds
//! `--`, `Z0`, `0000` and other ways to pass a move.
//!
//! # Why it matters
//! It is not a chess move. Archives cannot contain it, and some programs stop there.
//!
//! # Standard
//! §8.2.3. Decisions: D-34.
//!
//! # Example
//! ```pgn lax
//! 1. e4 (1. d4 -- 2. c4) e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 (1. d4 {with the idea c4}) e5 *
//! ```
//!
//! # Fix
//! None: describe in a comment what the null move shows.
//!
//! # Seen in
//! Analysis by ChessBase and other programs.

use crate::rules::chess::number;
use crate::rules::prelude::*;

rule! { "null_move.rs", game_fault::NULL_MOVE; FIXABLE.held(), None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let mv = match &noted.cause {
        Cause::Spelling { position, .. } => number::before(position, &found),
        _ => found,
    };
    Message::new(span, format!("{mv}: a null move is not a chess move"))
        .help("archival export keeps it as a comment")
}
