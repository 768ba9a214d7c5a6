//! A player type that is neither human nor program.
//!
//! # What it finds
//! A value of WhiteType or BlackType other than `human` and `program`.
//!
//! # Why it matters
//! Programs cannot distinguish games between engines from games between people.
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
//! Safe if only the letter case differs. Unsafe for `computer`, `bot` and similar words: it writes
//! `program`. None otherwise.
//!
//! # Seen in
//! Programs that use other words.

use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;

rule! {
    "bad_player_type.rs", 'T' 116 "bad-player-type" Remark "§9.1.5"
        "player type that is neither human nor program";
    USAGE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::PlayerTypes]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = ValueType::PlayerTypes.check(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        let meant = ValueType::PlayerTypes.fix(&tag.value);
        report.push(with_value_fix(message, tag, meant, "write `human` or `program`"));
    }
}
