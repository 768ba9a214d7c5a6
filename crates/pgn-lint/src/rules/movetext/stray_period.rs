//! A period without a move number before it.
//!
//! # What it finds
//! Periods after a move, or before any number. They are ignored.
//!
//! # Why it matters
//! They say nothing, and strict readers stop at them.
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
//! Safe: the periods are removed.
//!
//! # Seen in
//! Hand-typed games, where `...` stands for a black move.

use crate::rules::prelude::*;

rule! { "stray_period.rs", syntax_fault::STRAY_PERIOD; MEND, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected a move number before the period, found none")
        .help("remove the period, or add the number")
        .safe("remove the period", context.take_out(span))
}
