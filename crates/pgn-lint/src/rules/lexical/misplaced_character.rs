//! A character beyond ASCII outside strings and comments.
//!
//! # What it finds
//! A move, tag name or number with a letter such as `é`, a figurine such as `♘`, or a typographic
//! dash.
//!
//! # Why it matters
//! Symbols are ASCII. Other programs end the symbol before such a character, and read a different
//! move or none.
//!
//! # Standard
//! §4.1, §7. Decisions: D-32.
//!
//! # Example
//! ```pgn lax also-C004
//! 1. ♘f3 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. Nf3 *
//! ```
//!
//! # Fix
//! None. If the text can be read as a move, the fix of nonstandard-move rewrites it in ASCII.
//!
//! # Seen in
//! Games pasted from web pages and books, with figurines and long dashes.

use crate::rules::prelude::*;

rule! { "misplaced_character.rs", syntax_fault::MISPLACED_CHARACTER; FIXABLE, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let text = context.decode(span);
    let found = text.chars().find(|c| !c.is_ascii()).unwrap_or_default().escape_debug();
    Message::new(span, format!("expected ASCII outside strings and comments, found `{found}`"))
        .help("write moves with the letters K, Q, R, B, N, digits and the hyphen-minus")
}
