//! Kings placed in the center after the game.
//!
//! # What it finds
//! Illegal king moves to d4, e4, d5 or e5 at the very end of a game. The reader keeps them as a
//! comment.
//!
//! # Why it matters
//! They are not moves of the game: players put the kings there to enter the result on an electronic
//! board.
//!
//! # Standard
//! §8.2. Decisions: D-33.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 2. Qh5 Ke7 3. Qxe5# Ke4 1-0
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0
//! ```
//!
//! # Fix
//! Unsafe: it removes the moves.
//!
//! # Seen in
//! Broadcasts from DGT boards.

use crate::rules::prelude::*;

rule! { "kings_in_center.rs", game_fault::KINGS_IN_CENTER; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    Message::new(span, format!("kings placed in the center after the game: `{found}`"))
        .help("they only enter the result on an electronic board; remove them")
        .risky("remove them", context.take_out(span))
}
