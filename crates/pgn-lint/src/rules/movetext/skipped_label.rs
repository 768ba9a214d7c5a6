//! The label of a nested variation without its outer variation.
//!
//! # What it finds
//! A line with a label such as `A1` that has no line of variation A before it. The reader reads it
//! as if there were no outer variation.
//!
//! # Why it matters
//! A line is missing, or the label is wrong and the moves cannot be played there.
//!
//! # Standard
//! none; Blind Game Notation is newer. Decisions: D-61.
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
//! None: the missing line is not known.
//!
//! # Seen in
//! Hand-typed notation.

use crate::rules::prelude::*;

rule! { "skipped_label.rs", blind_fault::SKIPPED_LABEL; DOUBT, None, Linter }
