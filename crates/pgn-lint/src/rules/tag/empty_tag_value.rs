//! A tag without a value.
//!
//! # What it finds
//! A tag pair whose value is empty or blank.
//!
//! # Why it matters
//! It is legal but carries no information. An unknown roster tag should be `?`, an unknown Date
//! `????.??.??`, and an unknown Result `*`.
//!
//! # Standard
//! §8.1.1. Decisions: D-16.
//!
//! # Example
//! ```pgn lax
//! [Annotator ""]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Annotator "Tal, M."]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Programs that always write every tag they know.

use crate::rules::prelude::*;
use pgnkit::tag;

rule! {
    "empty_tag_value.rs", 'T' 134 "empty-tag-value" Remark "§8.1.1" "tag without a value";
    TASTE, None, Tag(TagFilter::All, check)
}

fn check(context: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if tag.value.trim().is_empty() {
        let sentence = format!("{}: expected a value, found none", tag.name);
        report.push(Message::new(tag.place.span, sentence).help(advice(context, tag.name)));
    }
}

/// The replacement for an unknown value.
fn advice(context: &RuleContext<'_>, name: &str) -> String {
    match name {
        tag::RESULT => match context.game.marker {
            Some((outcome, _)) => {
                format!("write `{}`, to match the end of the moves", outcome.marker())
            }
            None => "write `1-0`, `0-1`, `1/2-1/2` or `*`".to_string(),
        },
        tag::DATE => "write `????.??.??`".to_string(),
        _ if tag::roster_idx(name).is_some() => "write `?`".to_string(),
        _ => "leave out the tag".to_string(),
    }
}
