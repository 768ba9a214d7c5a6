//! A program without its version.
//!
//! # What it finds
//! A name without a digit in White or Black, if WhiteType or BlackType is `program`.
//!
//! # Why it matters
//! Two versions of a program count as one player.
//!
//! # Standard
//! §8.1.1.5. Decisions: D-21.
//!
//! # Example
//! ```pgn lax
//! [White "Acme Pawngrabber"]
//! [WhiteType "program"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Acme Pawngrabber 3.2"]
//! [WhiteType "program"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Engine matches.

use super::rating;
use crate::rules::prelude::*;
use pgnkit::tag::{PlayerType, fields, players};

rule! {
    "program_without_version.rs", 'T' 127 "program-without-version" Remark "§8.1.1.5"
        "program without its version";
    TASTE, None, Tag(TagFilter::Types(&[ValueType::PlayerTypes]), check)
}

fn check(context: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Some(names) = rating::players_of(context, tag) else { return };
    for ((offset, field), player) in fields(&tag.value).zip(players(&names)) {
        let is_program = matches!(PlayerType::parse(field), Ok(Some(PlayerType::Program)));
        if is_program && !player.has_version() && !player.is_unknown() {
            let name = crate::message::shorten(player.name);
            let span = tag.span_of(offset..offset + field.len());
            let sentence = format!("expected the version of the program, found `{name}`");
            report.push(Message::new(span, sentence));
        }
    }
}
