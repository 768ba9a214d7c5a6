//! An invalid ECO code.
//!
//! # What it finds
//! A value of ECO that is not a letter from A to E and two digits, or such a code with `/` and two
//! more digits. A `?` is reported only under the archival profile, because Lichess writes it.
//!
//! # Why it matters
//! Searches by opening miss the game.
//!
//! # Standard
//! §9.4.1. Decisions: D-25.
//!
//! # Example
//! ```pgn lax
//! [ECO "c95"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [ECO "C95"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe if only the letter case differs. Unsafe if more text follows a complete code: it removes
//! that text. None otherwise.
//!
//! # Seen in
//! Programs that add letters for subvariations.

use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;

rule! {
    "bad_eco.rs", 'T' 113 "bad-eco" Remark "§9.4.1" "ECO code that is not a letter and two digits";
    USAGE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::Eco]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = ValueType::Eco.check(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        let meant = ValueType::Eco.fix(&tag.value);
        let help = "leave out the tag if the code is not known";
        report.push(with_value_fix(message, tag, meant, help));
    }
}
