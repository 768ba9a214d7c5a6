//! A suppression line that names no rule.
//!
//! # What it finds
//! An escape line `%pgnkit ignore…` with a code or name that is no rule, or with another verb.
//!
//! # Why it matters
//! The fault that should be silent is not, or the line has been without effect since it was
//! mistyped.
//!
//! # Standard
//! §6.
//!
//! # Example
//! ```pgn lax
//! %pgnkit ignore C999
//! 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! %pgnkit ignore C006
//! 1. e4 *
//! ```
//!
//! # Fix
//! None: the nearest rule is named.
//!
//! # Seen in
//! Hand-typed suppressions.

use crate::rules::prelude::*;

/// The fault.
pub(crate) const FAULT: Fault = Fault {
    code: Code::new('L', 26),
    name: "unknown-suppression",
    standing: Standing::Remark,
    section: "§6",
    summary: "suppression line that names no rule",
};

pub(crate) const RULE: Rule = Rule::new(
    FAULT,
    Levels::WARN,
    FixKind::None,
    include_str!("unknown_suppression.rs"),
    Check::Linter,
);
