//! A dollar sign without a number.
//!
//! # What it finds
//! A `$` that is not followed by a digit. The reader ignores it.
//!
//! # Why it matters
//! An annotation is missing.
//!
//! # Standard
//! §8.2.4.
//!
//! # Example
//! ```pgn lax
//! 1. e4 $ e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 $1 e5 *
//! ```
//!
//! # Fix
//! Unsafe: it removes the dollar sign.
//!
//! # Seen in
//! Hand-typed annotations; text with prices in it.

use crate::rules::prelude::*;

rule! { "empty_nag.rs", syntax_fault::EMPTY_NAG; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected a number after `$`, found none")
        .help("write the number of the annotation, `$1` for a good move")
        .risky("remove the dollar sign", context.take_out(span))
}
