//! A closing parenthesis without an opening one.
//!
//! # What it finds
//! A `)` without an open variation. The reader ignores it.
//!
//! # Why it matters
//! A variation is closed twice, or its beginning is missing and the reader took its moves for the
//! main line.
//!
//! # Standard
//! §8.2.5. Decisions: D-30.
//!
//! # Example
//! ```pgn lax
//! 1. e4 e5) 2. Nf3 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Nf3 *
//! ```
//!
//! # Fix
//! Unsafe: it removes the parenthesis.
//!
//! # Seen in
//! Hand-typed annotations.

use crate::rules::prelude::*;

rule! { "stray_parenthesis.rs", syntax_fault::STRAY_PARENTHESIS; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected a move, found `)` without its `(`")
        .help("remove it, or open the variation where it begins")
        .risky("remove the parenthesis", context.take_out(span))
}
