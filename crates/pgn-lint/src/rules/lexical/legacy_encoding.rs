//! Text in a legacy encoding other than Latin-1 and Windows-1252.
//!
//! # What it finds
//! A file whose text is not UTF-8, but was recognized as Cyrillic, Greek or Central European. The
//! message names the encoding; each game with such text is reported once.
//!
//! # Why it matters
//! Few other programs recognize the encoding; the rest show letters of another alphabet. The guess
//! may also be wrong; `--encoding` sets the encoding instead of guessing it.
//!
//! # Standard
//! §4.1. Decisions: D-70.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4 {\xd5\xee\xf0\xee\xf8\xe8\xe9 \xf5\xee\xe4} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {Хороший ход} *
//! ```
//!
//! # Fix
//! None for a single location; `pgn fmt` and `pgn cat -o` write the whole file in UTF-8.
//!
//! # Seen in
//! Russian, Greek, Polish and Czech databases from before 2010; exports of ChessBase and of Scid.

use crate::rules::prelude::*;
use pgnkit::charset::Choice;

rule! { "legacy_encoding.rs", game_fault::LEGACY_ENCODING; DOUBT, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let name = match context.encoding.choice {
        Choice::Recognized(encoding) | Choice::Fixed(encoding) => encoding.label(),
        Choice::Auto => Encoding::Windows1252.label(),
    };
    let sentence = format!("expected UTF-8, found text that was recognized as {name}");
    let help = format!("check that the names are right; `--encoding {name}` does not guess");
    Message::new(span, sentence).help(help)
}
