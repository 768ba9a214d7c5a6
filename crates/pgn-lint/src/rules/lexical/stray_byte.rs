//! A byte that is not part of a character, in UTF-8 text.
//!
//! # What it finds
//! A tag value or comment in UTF-8 with a few bytes that are not UTF-8: half a character, or a
//! letter in Latin-1.
//!
//! # Why it matters
//! The reader takes the byte as a character of the file's legacy encoding, and everything around it
//! as UTF-8. If the byte is half a character, this is not the letter that the author wrote.
//! Programs that expect UTF-8 may reject the file.
//!
//! # Standard
//! §4.1. Decisions: D-01.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4 {Sch\xc3\xb6n, sp\xe4ter} *
//! ```
//!
//! # Instead
//! ```pgn lax escaped
//! 1. e4 {Sch\xc3\xb6n, sp\xc3\xa4ter} *
//! ```
//!
//! # Fix
//! Unsafe: it writes the character that the reader took the byte for, in UTF-8.
//!
//! # Seen in
//! Text that was cut after a fixed number of bytes; comments pasted from files in several
//! encodings.

use crate::rules::prelude::*;

rule! { "stray_byte.rs", game_fault::STRAY_BYTE; DOUBT, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let bytes = context.bytes(span);
    let read: String = bytes.iter().map(|&byte| context.encoding.choice.character(byte)).collect();
    let codes: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let s = if codes.len() == 1 { "" } else { "s" };
    let shown = crate::message::shorten(&read);
    let sentence = format!("expected UTF-8, found code{s} {}, read as `{shown}`", codes.join(" "));
    let message = Message::new(span, sentence).help("write the whole character in UTF-8");
    if read.chars().any(char::is_control) {
        return message;
    }
    let change = Change::new(span, read.as_str());
    message.risky(format!("write `{shown}` in UTF-8"), vec![change])
}
