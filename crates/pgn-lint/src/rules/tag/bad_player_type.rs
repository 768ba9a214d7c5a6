//! A player type that is neither human nor program.
//!
//! # What it finds
//! A value of WhiteType or BlackType with another word.
//!
//! # Why it matters
//! Games of programs cannot be told from games of people.
//!
//! # Standard
//! §9.1.5. Decisions: D-25.
//!
//! # Example
//! ```pgn lax
//! [WhiteType "Human"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [WhiteType "human"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe where only letter case differs. Unsafe for `computer`, `bot` and the like: `program` is
//! written. None elsewhere.
//!
//! # Seen in
//! Programs with words of their own.

use super::mending::mended;
use crate::rules::prelude::*;

rule! {
    "bad_player_type.rs", 'T' 116 "bad-player-type" Remark "§9.1.5"
        "player type that is neither human nor program";
    USAGE, Safe, Tag(Heeds::Odd(&[ValueType::PlayerTypes]), check)
}

fn check(_: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    if let Err(error) = ValueType::PlayerTypes.check(&tag.value) {
        let told = Told::new(tag.span_of(error.range()), tag.message(&error));
        let meant = ValueType::PlayerTypes.mend(&tag.value);
        report.push(mended(told, tag, meant, "write `human` or `program`"));
    }
}
