//! A move that several pieces can make.
//!
//! # What it finds
//! Text that fits two or more legal moves. The reader does not guess: it ends the line there and
//! keeps the rest of it as text.
//!
//! # Why it matters
//! Programs may choose different moves, and the game becomes a different game.
//!
//! # Standard
//! §8.2.3.4. Decisions: D-32.
//!
//! # Example
//! ```pgn lax
//! 1. Nf3 d5 2. d3 e5 3. Nd2 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. Nf3 d5 2. d3 e5 3. Nbd2 *
//! ```
//!
//! # Fix
//! None: only the author knows which piece moved.
//!
//! # Seen in
//! Hand-typed games; programs that leave out the file of the source square.

use crate::rules::chess::number;
use crate::rules::prelude::*;
use pgnkit::read::unplayable_sentence;

rule! { "ambiguous_move.rs", game_fault::AMBIGUOUS_MOVE; LOSS, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let Cause::Unresolved { position, reason } = &noted.cause else {
        return Message::new(span, "several legal moves fit");
    };
    let sentence = unplayable_sentence(position, &context.show(span), reason);
    let message = Message::new(span, sentence).board(position);
    match reason {
        ResolveError::Ambiguous(candidates) => {
            message.help(format!("did you mean {}?", number::either(candidates.texts())))
        }
        ResolveError::NotAMove | ResolveError::Illegal(_) => message,
    }
}
