//! Tags that are not in archive order.
//!
//! # What it finds
//! The first tag of a game that should come before the tag in front of it. The roster comes first,
//! in its order, then the other tags in ASCII order of their names.
//!
//! # Why it matters
//! In archive order, two files with the same games are identical.
//!
//! # Standard
//! §8.1.1.
//!
//! # Example
//! ```pgn archival also-X001
//! [Event "?"]
//! [Date "????.??.??"]
//! [Site "?"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! *
//!
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! *
//!
//! ```
//!
//! # Fix
//! None; `pgn fmt` sorts them.
//!
//! # Seen in
//! Files from most programs, which have their own order.

use crate::rules::prelude::*;
use pgnkit::tag::{ROSTER, roster_idx};

rule! {
    "unordered_tags.rs", 'T' 131 "unordered-tags" Remark "§8.1.1"
        "tags that are not in archive order";
    ARCHIVE, None, Game(check)
}

fn check(context: &RuleContext<'_>, report: &mut dyn Report) {
    let key = |name: &[u8]| {
        let roster = std::str::from_utf8(name).ok().and_then(roster_idx);
        (roster.unwrap_or(ROSTER.len()), name.to_vec())
    };
    for pair in context.game.tags.windows(2) {
        let (before, after) = (context.bytes(pair[0].name), context.bytes(pair[1].name));
        if key(after) < key(before) {
            let (before, after) = (context.show(pair[0].name), context.show(pair[1].name));
            let sentence = format!("expected `{after}` before `{before}`, found it after");
            report.push(Message::new(pair[1].name, sentence));
            return;
        }
    }
}
