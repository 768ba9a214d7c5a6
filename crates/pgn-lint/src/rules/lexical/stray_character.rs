//! A character that begins no token.
//!
//! # What it finds
//! A character such as `&`, `~`, `,` or `]` between tokens. It is ignored, and
//! `fmt` does not write it.
//!
//! # Why it matters
//! It means nothing in PGN, but it may be left over from something that did.
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
//! Unsafe: the character is removed.
//!
//! # Seen in
//! Moves typed like prose, with commas; web page markup.

use crate::rules::prelude::*;

rule! { "stray_character.rs", syntax_fault::STRAY_CHARACTER; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, format!("expected a token, found `{}`", context.show(span)))
        .help("remove it, or put it into a comment")
        .risky("remove the character", context.take_out(span))
}
