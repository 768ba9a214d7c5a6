//! An illegal move.
//!
//! # What it finds
//! Text in the form of a move that is not legal in the position. The reader ends the line there and
//! keeps the rest of it as text. With `--illegal-moves keep`, a move that a piece could make but
//! for the safety of its own king, and castling without the right, are played and still reported.
//!
//! # Why it matters
//! The moves after it cannot be played. A move is missing or mistyped, here or earlier.
//!
//! # Standard
//! §8.2. Decisions: D-32, D-33.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 2. Nf6 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Nf3 *
//! ```
//!
//! # Fix
//! None: only the author knows what was played.
//!
//! # Seen in
//! Games typed or scanned from books; databases that lost moves in a conversion.

use crate::rules::chess::number;
use crate::rules::prelude::*;
use pgnkit::chess::notation::san::IllegalMoveError;
use pgnkit::read::unplayable_sentence;

rule! { "illegal_move.rs", game_fault::ILLEGAL_MOVE; LOSS, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let Cause::Unresolved { position, reason } = &noted.cause else {
        return Message::new(span, "no legal move fits");
    };
    let sentence = unplayable_sentence(position, &context.show(span), reason);
    let message = Message::new(span, sentence.clone()).board(position);
    let text = context.decode(span);
    if let Some(fen) = context.tag_named("FEN") {
        if let Some(reached) = context.reached_fen() {
            let which = match reached.is_last {
                true => "the position at the end of the game".to_string(),
                false => format!("the position after {}, not where the game begins", reached.mv),
            };
            return Message::new(span, format!("{sentence}; this FEN is {which}"))
                .board(position)
                .help("remove the FEN and SetUp tags: the moves begin at the usual position");
        }
        if let ResolveError::Illegal(IllegalMoveError::CastlingLost { color, side }) = reason
            && let Some(start) = context.start_position()
            && start.castling().rook(*color, *side).is_none()
        {
            let mv = number::before(position, &context.show(span));
            let sentence =
                format!("{mv}: the FEN gives {color} no right to castle on the {side}'s side");
            return Message::new(span, sentence)
                .board(position)
                .help(format!("if it may castle, add the right to the FEN `{}`", fen.value));
        }
    }
    if let ResolveError::Illegal(IllegalMoveError::PromotionMissing { square }) = reason {
        let queens = number::promotions(position, &text, *square);
        return message.help(format!("add the promotion piece: {queens} for a queen"));
    }
    match number::near_moves(position, &text) {
        Some(near) => message.help(format!("did you mean {near}?")),
        None => message.help("an earlier move may be wrong or missing"),
    }
}
