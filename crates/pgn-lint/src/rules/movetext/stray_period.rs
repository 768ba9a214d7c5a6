//! A period without a move number before it.
//!
//! # What it finds
//! Periods after a move, or before any number. The reader ignores them.
//!
//! # Why it matters
//! They have no meaning, and strict readers stop there.
//!
//! # Standard
//! §8.2.2.
//!
//! # Example
//! ```pgn lax
//! 1. e4 ... e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 1... e5 *
//! ```
//!
//! # Fix
//! Safe: it removes the periods.
//!
//! # Seen in
//! Hand-typed games that use `...` to show that Black moves.

use crate::rules::prelude::*;

rule! { "stray_period.rs", syntax_fault::STRAY_PERIOD; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected a move number before the period, found none")
        .help("remove the period, or add the number")
        .safe("remove the period", context.take_out(span))
}
