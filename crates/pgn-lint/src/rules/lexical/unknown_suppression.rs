//! A suppression line with an unknown rule.
//!
//! # What it finds
//! An escape line `%pgnkit ignore…` with an unknown code or name, or with another verb.
//!
//! # Why it matters
//! The fault is still reported, or the line has had no effect since it was mistyped.
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
