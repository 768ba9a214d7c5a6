//! The DOS end-of-file mark.
//!
//! # What it finds
//! Code 26, which DOS programs wrote after the last line.
//!
//! # Why it matters
//! It is not a PGN character. In joined files it ends up in the middle, where some programs stop
//! reading.
//!
//! # Standard
//! §4.1. Decisions: D-03.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4 *\n\x1a
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 *
//! ```
//!
//! # Fix
//! Safe: it removes the mark.
//!
//! # Seen in
//! Collections from the time of DOS, and files joined with its `copy` command.

use crate::rules::prelude::*;

rule! { "end_of_file_mark.rs", syntax_fault::END_OF_FILE_MARK; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected a game or the end, found a DOS end-of-file mark (code 26)")
        .help("remove the mark")
        .safe("remove the end-of-file mark", context.take_out(span))
}
