//! An unknown title.
//!
//! # What it finds
//! A value of WhiteTitle or BlackTitle other than GM, IM, FM, CM, their forms for women, NM and
//! `-`. `BOT` and `LM` are reported only under the archival profile, because Lichess writes them.
//!
//! # Why it matters
//! Programs do not recognize it.
//!
//! # Standard
//! §9.1.1. Decisions: D-25.
//!
//! # Example
//! ```pgn lax
//! [WhiteTitle "Grandmaster"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [WhiteTitle "GM"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe for a title in another letter case or in English words: it writes the abbreviation. None
//! otherwise: only the author knows what it means.
//!
//! # Seen in
//! Hand-typed headers.

use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;

rule! {
    "bad_title.rs", 'T' 115 "bad-title" Remark "§9.1.1" "title that is not a FIDE abbreviation";
    USAGE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::Titles]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = ValueType::Titles.check(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        let meant = ValueType::Titles.fix(&tag.value);
        report.push(with_value_fix(
            message,
            tag,
            meant,
            "write an abbreviation such as GM, or `-`",
        ));
    }
}
