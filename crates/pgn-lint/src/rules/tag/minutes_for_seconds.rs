//! Minutes where the standard counts seconds.
//!
//! # What it finds
//! A base and an increment such as `90+30` or `5+3`: sound, but of so few seconds that minutes were
//! meant. That is a base of under 15 seconds, or one of two minutes at most that four increments
//! outweigh.
//!
//! # Why it matters
//! Programs take a classical game for bullet.
//!
//! # Standard
//! §9.6. Decisions: D-24.
//!
//! # Example
//! ```pgn lax
//! [TimeControl "90+30"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [TimeControl "5400+30"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Unsafe: the base is taken for minutes. Someone may have played just that.
//!
//! # Seen in
//! Hand-typed headers, and programs that write what their dialogue shows.

use super::mending::mended;
use crate::rules::prelude::*;
use pgnkit::tag::{TimeControl, time_control};

rule! {
    "minutes_for_seconds.rs", 'T' 201 "minutes-for-seconds" Remark "§9.6"
        "time control with minutes for seconds";
    REMARK, Unsafe, Tag(Heeds::Odd(&[ValueType::TimeControl]), check)
}

fn check(_: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    let Some(meant) = time_control::suggest(&tag.value) else { return };
    if TimeControl::parse(&tag.value).is_err() {
        return;
    }
    let message = format!("{}: expected seconds, found `{}`", tag.name, tag.value);
    let told = Told::new(tag.place.value, message);
    report.push(mended(told, tag, Some(meant), ""));
}
