//! A player name in an unusual form.
//!
//! # What it finds
//! A name in White, Black or Annotator without a space after its comma, or without a period after
//! an initial.
//!
//! # Why it matters
//! The same player is listed under two names.
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
//! None: names are for the curator.
//!
//! # Seen in
//! Databases that save space.

use crate::rules::prelude::*;
use pgnkit::tag::{ValueType, player};

/// The fault.
pub(crate) const FAULT: Fault = Fault {
    code: Code::new('T', 125),
    name: "odd-name-form",
    standing: Standing::Remark,
    section: "§8.1.1.5",
    summary: "player name in an unusual form",
};

pub(crate) const RULE: Rule = Rule::new(
    FAULT,
    Levels::TASTE,
    FixKind::None,
    include_str!("odd_name_form.rs"),
    Check::Tag(Heeds::Types(&[ValueType::Players]), check),
);

fn check(_: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    if let Err(error) = player::check_form(&tag.value) {
        let told = Told::new(tag.span_of(error.range()), tag.message(&error));
        report.push(told.help("write names like `Tal, Mikhail N.`"));
    }
}
