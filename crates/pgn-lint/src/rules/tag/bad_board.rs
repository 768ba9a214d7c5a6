//! A board number that is not a number.
//!
//! # What it finds
//! A value of Board that is not an integer.
//!
//! # Why it matters
//! Programs cannot sort the boards of a match.
//!
//! # Standard
//! §9.2.5. Decisions: D-25.
//!
//! # Example
//! ```pgn lax
//! [Board "III"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Board "3"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: only the author knows what it means.
//!
//! # Seen in
//! Hand-typed headers.

use crate::rules::prelude::*;

rule! {
    "bad_board.rs", 'T' 114 "bad-board" Remark "§9.2.5" "board number that is not a number";
    VALUE, None, Tag(TagFilter::SkipIfPlain(&[ValueType::Board]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = ValueType::Board.check(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        report.push(message.help("write an integer"));
    }
}
