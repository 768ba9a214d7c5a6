//! A date with unknown digits.
//!
//! # What it finds
//! A Date that does not say year, month and day.
//!
//! # Why it matters
//! It is legal. In an archive that is kept by date, the game has no certain place.
//!
//! # Standard
//! §8.1.1.3, §12.
//!
//! # Example
//! ```pgn lax
//! [Date "1992.??.??"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Date "1992.08.31"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Old games.

use crate::rules::prelude::*;
use pgnkit::tag::{DATE, Date};

/// The fault.
pub(crate) const FAULT: Fault = Fault {
    code: Code::new('T', 106),
    name: "incomplete-date",
    standing: Standing::Remark,
    section: "§8.1.1.3",
    summary: "date with unknown digits",
};

pub(crate) const RULE: Rule = Rule::new(
    FAULT,
    Levels::TASTE,
    FixKind::None,
    include_str!("incomplete_date.rs"),
    Check::Tag(Heeds::Named(DATE), check),
);

fn check(_: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    let is_incomplete = Date::parse(&tag.value).is_ok_and(|date| !date.is_complete());
    if is_incomplete {
        let message = format!("expected a whole date, found `{}`", tag.value);
        report.push(Told::new(tag.place.value, message));
    }
}
