//! A tag name that was used before in the game.
//!
//! # What it finds
//! The same tag name twice in one game. The last value counts.
//!
//! # Why it matters
//! Programs differ: many take the last value, some the first.
//!
//! # Standard
//! §8.1. Decisions: D-14.
//!
//! # Example
//! ```pgn lax
//! [White "Tal"]
//! [White "Tal, Mikhail"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Tal, Mikhail"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Unsafe: it removes the earlier pair.
//!
//! # Seen in
//! Tools that append corrected tags; headers combined from two sources.

use crate::rules::prelude::*;

rule! { "duplicate_tag.rs", game_fault::DUPLICATE_TAG; WARN, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let Some(earlier) = context.tag_before(span) else {
        return Message::new(span, "expected each tag once");
    };
    let (name, value) = (context.show(span), context.show(earlier.value));
    Message::new(span, format!("expected each tag once, found `{name}` again; it was `{value}`"))
        .help("the last value counts; remove the other pair")
        .risky("remove the earlier pair", context.take_line_out(earlier.span))
}
