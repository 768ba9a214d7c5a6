//! A result in the Result tag, but the marker `*`.
//!
//! # What it finds
//! A Result tag with a result in a game whose termination marker is `*`. The tag counts.
//!
//! # Why it matters
//! Programs that read only the marker take the game for unfinished.
//!
//! # Standard
//! §8.1.1.7, §8.2.6. Decisions: D-22.
//!
//! # Example
//! ```pgn lax
//! [Result "1-0"]
//!
//! 1. e4 e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "1-0"]
//!
//! 1. e4 e5 1-0
//! ```
//!
//! # Fix
//! Safe: it writes the result from the tag as the marker.
//!
//! # Seen in
//! Servers and broadcasts that add the result only to the tags.

use crate::rules::prelude::*;

rule! { "open_marker.rs", game_fault::OPEN_MARKER; REMARK, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let marker = context.game.outcome.marker();
    Message::new(span, format!("the marker is `*`, but the Result tag is `{marker}`"))
        .help(format!("the tag counts; write `{marker}`"))
        .safe(format!("write {marker}"), vec![Change::new(span, marker)])
}
