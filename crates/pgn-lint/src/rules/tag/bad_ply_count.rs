//! A PlyCount that is not a number.
//!
//! # What it finds
//! A value of PlyCount that is not an integer.
//!
//! # Why it matters
//! Searches by length miss the game.
//!
//! # Standard
//! §9.9.3. Decisions: D-25.
//!
//! # Example
//! ```pgn lax
//! [PlyCount "many"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [PlyCount "0"]
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
    "bad_ply_count.rs", 'T' 121 "bad-ply-count" Remark "§9.9.3" "PlyCount that is not a number";
    VALUE, None, Tag(TagFilter::SkipIfPlain(&[ValueType::PlyCount]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = ValueType::PlyCount.check(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        report.push(message.help("write the number of plies of the main line"));
    }
}
