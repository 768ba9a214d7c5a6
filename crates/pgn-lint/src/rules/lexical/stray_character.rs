//! A character that cannot begin a token.
//!
//! # What it finds
//! A character such as `&`, `~`, `,` or `]` between tokens. The reader ignores it, and `pgn fmt`
//! does not write it.
//!
//! # Why it matters
//! It has no meaning in PGN, but it may be left over from text that had one.
//!
//! # Standard
//! §7.
//!
//! # Example
//! ```pgn lax
//! 1. e4, e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 *
//! ```
//!
//! # Fix
//! Unsafe: it removes the character.
//!
//! # Seen in
//! Moves with commas between them, as in prose; web page markup.

use crate::rules::prelude::*;

rule! { "stray_character.rs", syntax_fault::STRAY_CHARACTER; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, format!("expected a token, found `{}`", context.show(span)))
        .help("remove it, or put it into a comment")
        .risky("remove the character", context.take_out(span))
}
