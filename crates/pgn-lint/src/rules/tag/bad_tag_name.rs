//! A character that is not allowed in a tag name.
//!
//! # What it finds
//! A tag name with characters other than letters, digits and underscores.
//!
//! # Why it matters
//! Programs that follow the standard do not recognize the tag pair. Archives cannot contain it.
//!
//! # Standard
//! §8.1. Decisions: D-15.
//!
//! # Example
//! ```pgn lax
//! [White-Elo "2700"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [WhiteElo "2700"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: only the author knows the right name.
//!
//! # Seen in
//! Programs that derive tags from column titles.

use crate::rules::prelude::*;

rule! { "bad_tag_name.rs", syntax_fault::BAD_TAG_NAME; FIXABLE.held(), None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let name = context.decode(span);
    let sentence = match pgnkit::tag::check_name(&name) {
        Err(error) => error.to_string(),
        Ok(()) => "expected letters, digits and underscores".to_string(),
    };
    Message::new(span, format!("tag name `{}`: {sentence}", context.show(span)))
        .help("use letters, digits and underscores")
}
