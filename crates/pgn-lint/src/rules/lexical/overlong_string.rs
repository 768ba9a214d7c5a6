//! A tag value of more than 255 characters.
//!
//! # What it finds
//! A string of more than 255 characters, where an escape counts as one character.
//!
//! # Why it matters
//! Readers may keep only 255 characters. The archival profile cuts such values.
//!
//! # Standard
//! §7. Decisions: D-05.
//!
//! # Example
//! ```pgn lax escaped
//! [Event "\{x*256}"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "xxxx"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: only the author can shorten it.
//!
//! # Seen in
//! Long addresses in Site, remarks in private tags.

use crate::rules::prelude::*;

rule! { "overlong_string.rs", syntax_fault::OVERLONG_STRING; FIXABLE.held(), None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let n = context.tag_at(span).map_or(0, |tag| tag.value.chars().count());
    Message::new(span, format!("expected at most 255 characters, found {n}"))
        .help("shorten the value, or move text into a comment")
}
