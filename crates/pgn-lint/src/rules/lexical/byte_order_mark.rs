//! A byte-order mark in the middle of the text.
//!
//! # What it finds
//! The three bytes EF BB BF, except at the start of the file.
//!
//! # Why it matters
//! Most programs ignore it at the start of a file. In the middle it becomes part of the next token,
//! and they do not recognize that tag or move.
//!
//! # Standard
//! §4.1. Decisions: D-03.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4 *\n\n\xef\xbb\xbf1. d4 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 *
//!
//! 1. d4 *
//! ```
//!
//! # Fix
//! Safe: it removes the mark.
//!
//! # Seen in
//! Files joined from several files that Windows editors saved.

use crate::rules::prelude::*;

rule! { "byte_order_mark.rs", syntax_fault::BYTE_ORDER_MARK; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected a token, found a byte-order mark")
        .help("remove the mark")
        .safe("remove the byte-order mark", context.take_out(span))
}
