//! A player name in an unusual form.
//!
//! # What it finds
//! A name in White, Black or Annotator without a space after its comma, or without a period after
//! an initial.
//!
//! # Why it matters
//! Programs list the same player under two names.
//!
//! # Standard
//! §8.1.1.5. Decisions: D-21.
//!
//! # Example
//! ```pgn lax
//! [White "Tal,Mikhail"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Tal, Mikhail"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: only the author knows the right name.
//!
//! # Seen in
//! Databases that shorten names to save space.

use crate::rules::prelude::*;
use pgnkit::tag::player;

rule! {
    "odd_name_form.rs", 'T' 125 "odd-name-form" Remark "§8.1.1.5" "player name in an unusual form";
    TASTE, None, Tag(TagFilter::Types(&[ValueType::Players]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if let Err(error) = player::check_form(&tag.value) {
        let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
        report.push(message.help("write names like `Tal, Mikhail N.`"));
    }
}
