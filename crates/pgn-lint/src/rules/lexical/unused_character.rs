//! DEL, or a code from 128 to 159, which PGN leaves unused.
//!
//! # What it finds
//! Code 127, and the characters U+0080 to U+009F in a text that the reader decodes as Latin-1 or
//! UTF-8. In Windows-1252, these codes are letters; see windows-1252.
//!
//! # Why it matters
//! These codes are not printable in Latin-1. The text is probably in another encoding.
//!
//! # Standard
//! §4.1. Decisions: D-01, D-03.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4 {a\x7fb} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {a b} *
//! ```
//!
//! # Fix
//! Safe for DEL: it writes a space, as the reader does. None for the others: only the right
//! encoding turns them into letters.
//!
//! # Seen in
//! Files that passed through a terminal; text that was converted twice.

use crate::rules::lexical::control;
use crate::rules::prelude::*;

rule! {
    "unused_character.rs", syntax_fault::UNUSED_CHARACTER;
    FIXABLE, Safe, FaultAndForeign(message, find)
}

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected text or white space, found code 127 (DEL)")
        .help("remove it, or write a space")
        .safe("remove the control codes", control::changes(context, span))
}

/// The first character of U+0080 to U+009F; the text is likely in another encoding as a whole.
fn find(context: &RuleContext<'_>, report: &mut dyn Report) {
    let found = match context.encoding.whole {
        Encoding::Latin1 => {
            let at = context.text.iter().position(|byte| (0x80..=0x9F).contains(byte));
            at.map(|at| (at, 1, context.text[at]))
        }
        Encoding::Utf8 => memchr::memchr_iter(0xC2, context.text).find_map(|at| {
            let next = context.text.get(at + 1).copied()?;
            (0x80..=0x9F).contains(&next).then_some((at, 2, next))
        }),
        _ => None,
    };
    if let Some((at, len, code)) = found {
        let sentence = format!("expected a letter, found code {code}, which is unused");
        let span = span_at(at, len);
        report.push(Message::new(span, sentence).help("specify the encoding of the text"));
    }
}
