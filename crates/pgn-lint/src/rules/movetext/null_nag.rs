//! A null NAG.
//!
//! # What it finds
//! `$0`, which means no annotation.
//!
//! # Why it matters
//! The standard asks programs not to write it.
//!
//! # Standard
//! §10. Decisions: D-35.
//!
//! # Example
//! ```pgn lax
//! 1. e4 $0 e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 *
//! ```
//!
//! # Fix
//! Safe: it removes the NAG, which carries no information.
//!
//! # Seen in
//! Programs that write a NAG after every move.

use crate::rules::prelude::*;

rule! { "null_nag.rs", game_fault::NULL_NAG; REMARK, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let message = Message::new(span, "expected an annotation, found `$0`").help("remove it");
    // Before the first move it may be what shows that movetext begins.
    if context.game.first_move().is_none_or(|at| at > span.start) {
        return message;
    }
    message.safe("remove the null NAG", context.take_out(span))
}
