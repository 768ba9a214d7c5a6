//! A percent sign that is not in column 1.
//!
//! # What it finds
//! A `%` in the movetext, outside comments, that does not begin its line. As the first character
//! of an indented line it is read as an escape line; elsewhere it is passed over.
//!
//! # Why it matters
//! The escape mechanism works in column 1 only. A program that keeps to that reads the rest of the
//! line as moves.
//!
//! # Standard
//! §6. Decisions: D-08.
//!
//! # Example
//! ```pgn lax
//! 1. e4
//!   %private data
//! e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4
//! %private data
//! e5 *
//! ```
//!
//! # Fix
//! Safe where only blanks stand before it: the blanks go, and the line is what it was read as.
//! None elsewhere.
//!
//! # Seen in
//! Games indented as a whole, in mails and web pages.

use crate::rules::prelude::*;

rule! { "misplaced_percent.rs", syntax_fault::MISPLACED_PERCENT; DOUBT, Safe, Fault(tell) }

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    let told = Told::new(span, "expected `%` in column 1, found it inside a line");
    let before = &scene.text[..(span.start as usize).min(scene.text.len())];
    let n_blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line_start = span.start - n_blanks as u32;
    if matches!(scene.byte_before(line_start), b'\n' | b'\r') {
        let change = Change::new(Span::new(line_start, span.start), "");
        return told
            .help("begin escape lines in column 1")
            .safe("take the blanks before the percent sign out", vec![change]);
    }
    told.help("take it out, or put it into a comment")
}
