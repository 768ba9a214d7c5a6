//! A control code that PGN does not use.
//!
//! # What it finds
//! Any code from 0 to 31 except tab (9), line feed (10), vertical tab (11) and carriage return
//! (13). A run of the same code between tokens is one finding; inside a string or comment, only the
//! first one is reported.
//!
//! # Why it matters
//! Control codes are invisible, and programs treat them differently: one stops reading at a NUL,
//! another takes it for a letter.
//!
//! # Standard
//! §4.1. Decisions: D-03.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4\x0c e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 *
//! ```
//!
//! # Fix
//! Safe: it removes the codes between tokens, and replaces each one inside a string or comment with
//! a space, as the reader does.
//!
//! # Seen in
//! Files extracted from fixed-size records, with NULs after the result; print files with form
//! feeds.

use crate::rules::lexical::control;
use crate::rules::prelude::*;

rule! { "control_character.rs", syntax_fault::CONTROL_CHARACTER; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let code = context.bytes(span).first().copied().unwrap_or_default();
    let times = match span.len() {
        0 | 1 => String::new(),
        n => format!(", {n} times"),
    };
    let sentence = format!("expected text or white space, found control code {code}{times}");
    Message::new(span, sentence)
        .help("remove control codes, or write a space")
        .safe("remove the control codes", control::changes(context, span))
}
