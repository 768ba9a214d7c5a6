//! A character in an EPD record that is not printing ASCII.
//!
//! # What it finds
//! A character outside ASCII, or a control character, anywhere in a record; only the first run of
//! them is reported. A tab is reported inside a string; elsewhere it is white space (F211).
//!
//! # Why it matters
//! EPD is ASCII: other programs may show different letters, or reject the record.
//!
//! # Standard
//! §16.2. Decisions: D-48.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "Strangmüller";
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "Strangmueller";
//! ```
//!
//! # Fix
//! None: only the author knows how to spell a name in ASCII; `pgn fmt --profile archival`
//! replaces the letters.
//!
//! # Seen in
//! Player names in comments.

use crate::rules::prelude::*;

rule! { "foreign_character.rs", epd_fault::FOREIGN_CHARACTER; FIXABLE, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(
        note.diagnostic.span,
        format!("expected printing ASCII, found `{}`", context.show(note.diagnostic.span)),
    )
    .help("write it in ASCII")
}
