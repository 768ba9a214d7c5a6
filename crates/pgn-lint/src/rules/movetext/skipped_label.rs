//! A label of a variation inside one that was not begun.
//!
//! # What it finds
//! A line with a label such as `A1` where no line of variation A came before. Its variation is read
//! as if it had nothing around it to belong to.
//!
//! # Why it matters
//! A line was lost, or the label is wrong, and the moves cannot be played where they stand.
//!
//! # Standard
//! none; Blind Game Notation is younger. Decisions: D-61.
//!
//! # Example
//! ```bgn lax also-M012 also-M013
//! 1. e4 e5
//! A1: 1... c5
//! *
//! ```
//!
//! # Instead
//! ```bgn
//! 1. e4 e5
//! A: 1... c5
//! *
//! ```
//!
//! # Fix
//! None: the line that is missing is not known.
//!
//! # Seen in
//! Hand-typed notation.

use crate::rules::prelude::*;

rule! { "skipped_label.rs", blind_fault::SKIPPED_LABEL; DOUBT, None, Linter }
