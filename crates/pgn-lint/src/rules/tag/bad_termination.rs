//! A Termination with an unknown value.
//!
//! # What it finds
//! A value of Termination other than abandoned, adjudication, death, emergency, normal, rules
//! infraction, time forfeit and unterminated, in lower case. The values that Lichess and Chess.com
//! write in every game, such as `Time forfeit` and `anna won by checkmate`, are reported only under
//! the archival profile.
//!
//! # Why it matters
//! Programs that count terminations miss the game.
//!
//! # Standard
//! §9.8.1. Decisions: D-25.
//!
//! # Example
//! ```pgn lax
//! [Termination "TIME FORFEIT"]
//! [Result "1-0"]
//!
//! 1. e4 1-0
//! ```
//!
//! # Instead
//! ```pgn
//! [Termination "time forfeit"]
//! [Result "1-0"]
//!
//! 1. e4 1-0
//! ```
//!
//! # Fix
//! Safe if only the letter case differs: it writes lower case. None otherwise.
//!
//! # Seen in
//! Programs that write sentences: `White lost connection`.

use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;
use pgnkit::tag::Termination;

rule! {
    "bad_termination.rs", 'T' 118 "bad-termination" Remark "§9.8.1"
        "unknown Termination value";
    USAGE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::Termination]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Err(error) = Termination::parse(&tag.value) else { return };
    let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
    let help = "write one of the eight values, and the rest in a comment";
    report.push(with_value_fix(message, tag, ValueType::Termination.fix(&tag.value), help));
}
