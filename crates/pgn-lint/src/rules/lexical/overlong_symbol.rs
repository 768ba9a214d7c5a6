//! A symbol of more than 255 characters.
//!
//! # What it finds
//! A run of letters, digits and the characters `_+#=:-` that is longer than a symbol may be. The
//! reader skips one of more than 1,024 bytes.
//!
//! # Why it matters
//! No move is that long: the text is other data, or its blanks were lost.
//!
//! # Standard
//! §7.
//!
//! # Example
//! ```pgn lax escaped also-C003
//! 1. e4 \{e*260} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {eeee} *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Binary or encoded data inside a game.

use crate::rules::prelude::*;

rule! { "overlong_symbol.rs", syntax_fault::OVERLONG_SYMBOL; LOSS, None, Fault(message) }

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let n = span.len();
    Message::new(span, format!("expected a symbol of at most 255 characters, found {n}"))
        .help("put text that is not a move into a comment")
}
