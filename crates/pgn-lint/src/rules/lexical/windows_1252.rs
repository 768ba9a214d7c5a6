//! Characters of Windows code page 1252.
//!
//! # What it finds
//! Bytes from 128 to 159 in a text that is not UTF-8. PGN leaves these codes unused; Windows has
//! quotes, dashes and letters there, and the text is read that way.
//!
//! # Why it matters
//! A program that reads Latin-1 shows nothing or something else. The guess may also be wrong: the
//! text may be in another code page, such as Cyrillic.
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
//! None for a single place; `pgn fmt` writes the whole text in UTF-8 or Latin-1.
//!
//! # Seen in
//! Windows programs from around 2000.

use crate::rules::prelude::*;

rule! { "windows_1252.rs", game_fault::WINDOWS_1252; DOUBT, None, Foreign(find) }

fn find(context: &RuleContext<'_>, report: &mut dyn Report) {
    if context.encoding != Encoding::Windows1252 {
        return;
    }
    let is_used = |byte: &u8| (0x80..=0x9F).contains(byte);
    if let Some(at) = context.text.iter().position(is_used) {
        let span = span_at(at, 1);
        let (code, shown) = (context.text[at], context.show(span));
        let sentence = format!("expected UTF-8 or Latin-1, found code {code}, read as `{shown}`");
        report.push(Message::new(span, sentence).help("specify the encoding, or write UTF-8"));
    }
}
