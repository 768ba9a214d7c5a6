//! A rating that is empty or contains a question mark.
//!
//! # What it finds
//! A value of WhiteElo, BlackElo or a similar tag that is empty or contains a question mark, such
//! as `?` or `2400?`. A `?` alone is reported only under the archival profile, because Lichess
//! writes it for guests.
//!
//! # Why it matters
//! In the standard, `-` means a player without a rating, and an unknown rating has no tag.
//!
//! # Standard
//! §9.1.2. Decisions: D-25.
//!
//! # Example
//! ```pgn import
//! [WhiteElo "2400?"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [WhiteElo "-"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: only the author knows whether the player had a rating.
//!
//! # Seen in
//! Lichess writes `?` for anonymous players; other programs leave the value empty.

use super::rating;
use crate::rules::prelude::*;

rule! {
    "unknown_rating.rs", 'T' 133 "unknown-rating" Remark "§9.1.2"
        "rating that is empty or contains a question mark";
    HABIT, None, Tag(TagFilter::RatingsUnlessPlain, check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if rating::is_unknown(&tag.value) {
        let found = match tag.value.trim() {
            "" => "nothing".to_string(),
            value => format!("`{}`", crate::message::shorten(value)),
        };
        let sentence = format!("{}: expected a rating or `-`, found {found}", tag.name);
        let message = Message::new(tag.place.value, sentence);
        report.push(message.help("leave out the tag if the rating is not known"));
    }
}
