//! A title that FIDE does not award.
//!
//! # What it finds
//! The title NM in WhiteTitle or BlackTitle.
//!
//! # Why it matters
//! The tags are for FIDE titles, and National Master is not one of them.
//!
//! # Standard
//! §9.1.1.
//!
//! # Example
//! ```pgn lax
//! [WhiteTitle "NM"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [WhiteTitle "-"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Servers that show national titles.

use crate::rules::prelude::*;
use pgnkit::tag::{Title, fields};

rule! {
    "unofficial_title.rs", 'T' 138 "unofficial-title" Remark "§9.1.1"
        "title that FIDE does not award";
    TASTE, None, Tag(TagFilter::SkipIfPlain(&[ValueType::Titles]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    for (offset, field) in fields(&tag.value) {
        let title = Title::parse(field).ok().flatten();
        if title.is_some_and(|title| title != Title::Untitled && !title.is_fide()) {
            let span = tag.span_of(offset..offset + field.len());
            let sentence = format!("{}: expected a title of FIDE, found `{field}`", tag.name);
            report.push(Message::new(span, sentence));
        }
    }
}
