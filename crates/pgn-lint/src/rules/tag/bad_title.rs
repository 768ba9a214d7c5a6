//! A title that is none of the known ones.
//!
//! # What it finds
//! A value of WhiteTitle or BlackTitle with anything but GM, IM, FM, CM, their forms for women, NM
//! and `-`. `BOT` and `LM` are found under the archival profile alone, since Lichess writes them.
//!
//! # Why it matters
//! Programs do not recognise it.
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
//! Safe: titles in other letter case or in English words are written in short. None elsewhere: its
//! meaning is for the curator to say.
//!
//! # Seen in
//! Hand-typed headers.

use super::mending::mended;
use crate::rules::prelude::*;

rule! {
    "bad_title.rs", 'T' 115 "bad-title" Remark "§9.1.1" "title that is no abbreviation of FIDE";
    USAGE, Safe, Tag(Heeds::Odd(&[ValueType::Titles]), check)
}

fn check(_: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    if let Err(error) = ValueType::Titles.check(&tag.value) {
        let told = Told::new(tag.span_of(error.range()), tag.message(&error));
        let meant = ValueType::Titles.mend(&tag.value);
        report.push(mended(told, tag, meant, "write an abbreviation such as GM, or `-`"));
    }
}
