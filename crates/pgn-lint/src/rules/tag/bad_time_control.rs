//! A malformed time control.
//!
//! # What it finds
//! A value of TimeControl that does not consist of `?`, `-`, moves`/`seconds, seconds,
//! seconds`+`increment or `*`seconds.
//!
//! # Why it matters
//! Programs cannot distinguish blitz from classical games.
//!
//! # Standard
//! §9.6. Decisions: D-24, D-89.
//!
//! # Example
//! ```pgn lax
//! [TimeControl "60 min"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [TimeControl "3600"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Safe if every amount has its unit, or if only blanks and separators differ from the standard
//! form in seconds. Unsafe if it has to guess that a number means minutes, as for `G/60`. None if
//! the reader does not understand the text, or if no standard time control can express it: `300d5`,
//! `10+0.1`, `0+1`, `40/5400+30:1800+30`. The reader still understands such a value: it has a base
//! time, an increment and a speed, which the finding shows.
//!
//! # Seen in
//! Hand-typed headers, club programs.

use super::value_fix_message::with_value_fix;
use crate::rules::prelude::*;
use pgnkit::tag::{Period, TimeControl};

rule! {
    "bad_time_control.rs", 'T' 110 "bad-time-control" Remark "§9.6"
        "malformed time control";
    USAGE, Safe, Tag(TagFilter::SkipIfPlain(&[ValueType::TimeControl]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let Err(error) = TimeControl::parse(&tag.value) else { return };
    let message = Message::new(tag.span_of(error.range()), tag.sentence(&error));
    let help = match TimeControl::read(&tag.value) {
        Some(control) => format!("read as {}; the standard has no form for it", words(&control)),
        None => "times are in seconds: `40/7200:3600`, `300`, `180+2`, `?` or `-`".to_owned(),
    };
    report.push(with_value_fix(message, tag, ValueType::TimeControl.fix(&tag.value), &help));
}

/// `40 moves in 5400 s, 30 s more for each move; then 1800 s`
fn words(control: &TimeControl) -> String {
    let seconds = |millis: u64| format!("{} s", millis as f64 / 1_000.0);
    let period = |period: &Period| {
        let moves = period.moves().map(|moves| format!("{moves} moves in ")).unwrap_or_default();
        let base = period.base_millis().map_or_else(|| period.to_string(), seconds);
        let bonus = match (period.bonus_millis(), period) {
            (0, _) => String::new(),
            (bonus, Period::Modern { is_delay: true, .. }) => {
                format!(" with a delay of {}", seconds(bonus))
            }
            (bonus, _) => format!(" and {} for each move", seconds(bonus)),
        };
        format!("{moves}{base}{bonus}")
    };
    control.periods().iter().map(period).collect::<Vec<_>>().join(", then ")
}
