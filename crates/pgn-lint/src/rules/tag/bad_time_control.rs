//! A time control that is none of the six kinds.
//!
//! # What it finds
//! A value of TimeControl that is not made of `?`, `-`, moves`/`seconds, seconds,
//! seconds`+`increment or `*`seconds.
//!
//! # Why it matters
//! Programs cannot tell blitz from classical games.
//!
//! # Standard
//! §9.6. Decisions: D-24.
//!
//! # Example
//! ```pgn lax
//! [TimeControl "G/60"]
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
//! Unsafe: what was probably meant is written, where a free form is understood. None elsewhere.
//!
//! # Seen in
//! Hand-typed headers, club programs.

use crate::rules::prelude::*;
use pgnkit::tag::{TimeControl, ValueType, time_control};

/// The fault.
pub(crate) const FAULT: Fault = Fault {
    code: Code::new('T', 110),
    name: "bad-time-control",
    standing: Standing::Remark,
    section: "§9.6",
    summary: "time control that is none of the six kinds",
};

pub(crate) const RULE: Rule = Rule::new(
    FAULT,
    Levels::USAGE,
    FixKind::Unsafe,
    include_str!("bad_time_control.rs"),
    Check::Tag(Heeds::Odd(&[ValueType::TimeControl]), check),
);

fn check(_: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    let Err(error) = TimeControl::parse(&tag.value) else { return };
    let told = Told::new(tag.span_of(error.range()), format!("{}: {error}", tag.name));
    report.push(match time_control::suggest(&tag.value) {
        None => told.help("times are in seconds: `40/7200:3600`, `300`, `180+2`, `?` or `-`"),
        Some(meant) => told
            .help(format!("did you mean `{meant}`?"))
            .risky(format!("write {meant}"), tag.rewrite(&meant)),
    });
}
