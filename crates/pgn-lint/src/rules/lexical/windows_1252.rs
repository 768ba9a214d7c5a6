//! Characters of Windows code page 1252.
//!
//! # What it finds
//! Bytes from 128 to 159 in a tag value or comment that is not UTF-8. PGN leaves these codes
//! unused; Windows uses them for quotes, dashes and letters, and the reader decodes the text that
//! way.
//!
//! # Why it matters
//! A program that expects Latin-1 shows nothing or other characters. The guess may also be wrong:
//! the text may be in another code page, such as Cyrillic.
//!
//! # Standard
//! §4.1. Decisions: D-01.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4 {\x93best by test\x94} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {"best by test"} *
//! ```
//!
//! # Fix
//! None for a single location; `pgn fmt` writes the whole text in UTF-8 or Latin-1.
//!
//! # Seen in
//! Windows programs from around 2000.

use crate::rules::prelude::*;

rule! { "windows_1252.rs", game_fault::WINDOWS_1252; DOUBT, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let code = context.bytes(span).first().copied().unwrap_or_default();
    let shown = context.show(span);
    let sentence = format!("expected UTF-8 or Latin-1, found code {code}, read as `{shown}`");
    Message::new(span, sentence).help("specify the encoding, or write UTF-8")
}
