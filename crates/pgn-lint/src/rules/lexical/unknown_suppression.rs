//! A suppression line with an unknown rule.
//!
//! # What it finds
//! An escape line `%pgnkit …` with an unknown code or rule name, or with a first word other than
//! `ignore`, `ignore-next-line` and `ignore-file`.
//!
//! # Why it matters
//! Findings that the line was meant to suppress are still reported.
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
//! None: the message suggests the nearest rule.
//!
//! # Seen in
//! Hand-typed suppressions.

use crate::rules::prelude::*;

rule! {
    "unknown_suppression.rs", 'L' 26 "unknown-suppression" Remark "§6"
        "suppression line with an unknown rule";
    WARN, None, Linter
}
