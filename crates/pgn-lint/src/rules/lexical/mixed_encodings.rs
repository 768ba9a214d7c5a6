//! UTF-8 and a legacy encoding in one file.
//!
//! # What it finds
//! A tag value or comment that is not UTF-8, in a game or file with others that are. Within a game,
//! the first such field is reported; if games differ, the first such game.
//!
//! # Why it matters
//! Most programs read a file in one encoding, and show the rest of it incorrectly or reject the
//! file.
//!
//! # Standard
//! §4.1. Decisions: D-01, D-71.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4 {sch\xc3\xb6n} e5 {sp\xe4ter} *
//! ```
//!
//! # Instead
//! ```pgn lax escaped
//! 1. e4 {sch\xc3\xb6n} e5 {sp\xc3\xa4ter} *
//! ```
//!
//! # Fix
//! Safe within a game: it writes the same characters in UTF-8. For a file whose games differ, `pgn
//! cat FILE -o NEW` writes all of them in UTF-8.
//!
//! # Seen in
//! Files with games from several sources; edits by programs that write UTF-8 into old files.

use crate::rules::prelude::*;

rule! { "mixed_encodings.rs", game_fault::MIXED_ENCODINGS; DOUBT, Safe, Foreign(find) }

fn find(context: &RuleContext<'_>, report: &mut dyn Report) {
    let choice = context.encoding.choice;
    if !choice.takes_utf8() {
        return;
    }
    let (mut has_utf8, mut changes) = (false, Vec::new());
    let values = context.game.tags.iter().map(|tag| tag.value);
    let comments = context.game.comments.iter().map(|(_, span)| *span);
    for span in values.chain(comments) {
        let bytes = context.bytes(span);
        if bytes.is_ascii() {
            continue;
        }
        match choice.encoding_of(bytes) {
            Encoding::Utf8 => has_utf8 = true,
            _ => changes.push(Change::new(span, choice.decode(bytes))),
        }
    }
    let Some(first) = changes.first().filter(|_| has_utf8) else { return };
    let span = first.span;
    let encoding = choice.encoding_of(context.bytes(span)).label();
    let message =
        Message::new(span, format!("expected UTF-8 as in other fields, found {encoding}"));
    report.push(message.help("write it in UTF-8").safe("write the fields in UTF-8", changes));
}
