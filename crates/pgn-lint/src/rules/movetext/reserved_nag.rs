//! A NAG that the standard reserves.
//!
//! # What it finds
//! A NAG from `$140` to `$255`. The reader keeps it.
//!
//! # Why it matters
//! The table of the standard ends at 139. The meaning of higher numbers depends on the program.
//!
//! # Standard
//! §10. Decisions: D-35.
//!
//! # Example
//! ```pgn lax
//! 1. e4 $146 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {novelty} *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Lichess and ChessBase use some of them: 140 (with the idea), 146 (novelty), 220 (diagram).

use crate::rules::prelude::*;

rule! { "reserved_nag.rs", game_fault::RESERVED_NAG; REMARK, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let meaning = found.strip_prefix('$').and_then(Nag::from_digits).and_then(Nag::later_meaning);
    let message = Message::new(span, format!("expected a NAG from $0 to $139, found `{found}`"));
    match meaning {
        Some(later) => message.help(format!("{} mean: {}", later.source, later.meaning)),
        None => message.help("use a comment"),
    }
}
