//! A tab inside a string.
//!
//! # What it finds
//! A horizontal or vertical tab in a tag value.
//!
//! # Why it matters
//! Strings may contain only printing characters, and programs display a tab differently.
//!
//! # Standard
//! §4.2. Decisions: D-03.
//!
//! # Example
//! ```pgn lax escaped
//! [Event "New\x09York"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "New York"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe: it replaces each tab with a space, as the reader does.
//!
//! # Seen in
//! Headers made from tables and spreadsheets.

use crate::rules::prelude::*;

rule! { "tab_in_string.rs", syntax_fault::TAB_IN_STRING; FIXABLE, Safe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let tabs = context.bytes(span).iter().enumerate();
    let changes: Vec<Change> = tabs
        .filter(|(_, byte)| matches!(byte, b'\t' | 0x0B))
        .map(|(at, _)| Change::new(span_at(span.start as usize + at, 1), " "))
        .collect();
    let place = changes.first().map_or(span, |change| change.span);
    Message::new(place, "expected a space, found a tab")
        .help("write a space")
        .safe("write spaces for tabs", changes)
}
