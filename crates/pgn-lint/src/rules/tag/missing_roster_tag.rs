//! A game with a missing roster tag.
//!
//! # What it finds
//! A game without one of Event, Site, Date, Round, White and Black. A missing Result has its own
//! rule.
//!
//! # Why it matters
//! The seven roster tags are mandatory in archives, and programs rely on them.
//!
//! # Standard
//! §8.1.1. Decisions: D-16.
//!
//! # Example
//! ```pgn archival also-X001
//! [Event "?"]
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
//! None; `pgn fmt` adds the tags with question marks.
//!
//! # Seen in
//! Games typed into a message.

use crate::rules::prelude::*;
use pgnkit::tag::{RESULT, ROSTER};

rule! {
    "missing_roster_tag.rs", 'T' 130 "missing-roster-tag" Remark "§8.1.1"
        "game with a missing roster tag";
    ARCHIVE, None, Game(check)
}

fn check(context: &RuleContext<'_>, report: &mut dyn Report) {
    if !context.game.is_game {
        return;
    }
    let is_absent = |name: &&str| *name != RESULT && context.tag_named(name).is_none();
    let absent: Vec<&str> = ROSTER.into_iter().filter(is_absent).collect();
    if !absent.is_empty() {
        let sentence = format!("expected the roster tags, found no {}", absent.join(", no "));
        let message = Message::new(context.game_start(), sentence);
        report.push(message.help("write `?` for unknown values, `????.??.??` for the date"));
    }
}
