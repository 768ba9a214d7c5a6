//! A missing or wrong check or mate mark.
//!
//! # What it finds
//! A move that gives check without `+`, mates without `#`, or has a mark without giving check or
//! mate.
//!
//! # Why it matters
//! The marks are part of standard notation, although readers do not depend on them.
//!
//! # Standard
//! §8.2.3.5. Decisions: D-37.
//!
//! # Example
//! ```pgn import
//! 1. f3 e5 2. g4 Qh4 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. f3 e5 2. g4 Qh4# *
//! ```
//!
//! # Fix
//! Safe: it writes the move with the right mark.
//!
//! # Seen in
//! Games typed by hand, and programs that leave marks out.

use crate::rules::prelude::*;
use pgnkit::chess::notation::san;

rule! { "wrong_check_mark.rs", game_fault::WRONG_CHECK_MARK; FORM, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let Cause::Spelling { position, mv, departures } = &noted.cause else {
        return Message::new(span, "a check mark is missing or wrong");
    };
    let expected = san::to_text(position, *mv);
    Message::new(span, format!("expected `{expected}`, found `{found}`: {departures}"))
        .help(format!("write `{expected}`"))
        .safe(format!("write {expected}"), vec![Change::new(span, expected.as_str())])
}
