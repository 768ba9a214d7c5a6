//! A wrong move number.
//!
//! # What it finds
//! A number before a move that differs from the move number in the position.
//!
//! # Why it matters
//! Move numbers do not change how the moves are read, but a wrong one is often the first sign of a
//! missing move.
//!
//! # Standard
//! §8.2.2. Decisions: D-31.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5 3. Nf3 Nc6 3. Bb5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Nf3 Nc6 3. Bb5 *
//! ```
//!
//! # Fix
//! Safe if the other numbers of the line, before and after it, agree with the moves: it writes the
//! right number. Unsafe if they do not, or if no number comes after it, because a move may be
//! missing. None in a game with an illegal or unreadable move.
//!
//! # Seen in
//! Games typed or scanned from books; games that were cut or joined.

use crate::context::Agreement;
use crate::rules::prelude::*;

rule! { "wrong_move_number.rs", game_fault::WRONG_MOVE_NUMBER; DOUBT, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let Cause::Number { expected, agreement } = noted.cause else {
        return Message::new(span, "expected the number of the move");
    };
    let digits = context.bytes(span).iter().take_while(|byte| byte.is_ascii_digit()).count();
    let place = Span::new(span.start, span.start + digits as u32);
    let sentence = format!("expected move number {expected}, found {}", context.show(place));
    let message = Message::new(place, sentence);
    let title = format!("write {expected}");
    let changes = vec![Change::new(place, expected.to_string())];
    match agreement {
        Agreement::Full => {
            message.help("the other numbers of the line agree with the moves").safe(title, changes)
        }
        Agreement::Unknown => message.help(MISSING).risky(title, changes),
        Agreement::Broken => message.help(MISSING),
    }
}

const MISSING: &str = "if the number is right, a move is missing or extra";
