//! Brackets that do not contain a tag pair.
//!
//! # What it finds
//! A `[` that is not followed by a name, a value and a `]`. The reader keeps it as text, not as a
//! tag: lossless export writes it as an escape line, and other profiles drop it.
//!
//! # Why it matters
//! Programs that look for the tag do not find it.
//!
//! # Standard
//! §8.1. Decisions: D-26.
//!
//! # Example
//! ```pgn lax
//! [Event]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "?"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: pgn would have to guess which part is the name and which is the value.
//!
//! # Seen in
//! Hand-typed headers; truncated files.

use crate::rules::prelude::*;

rule! { "malformed_tag.rs", syntax_fault::MALFORMED_TAG; LOSS, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, format!("expected `[Name \"value\"]`, found `{}`", context.show(span)))
        .help("a tag pair is a name and a value in double quotes")
}
