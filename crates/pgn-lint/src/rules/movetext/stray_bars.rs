//! Closing bars of Blind Game Notation without a comment.
//!
//! # What it finds
//! Two vertical bars in a line of moves, without an open comment. The reader ignores them.
//!
//! # Why it matters
//! A comment is closed twice, or its first bar is missing and the reader took its words for moves.
//!
//! # Standard
//! none; Blind Game Notation is newer. Decisions: D-61.
//!
//! # Example
//! ```bgn lax
//! 1. e4 e5
//! ||
//! *
//! ```
//!
//! # Instead
//! ```bgn
//! 1. e4 e5
//! *
//! ```
//!
//! # Fix
//! None: the beginning of the comment may be missing.
//!
//! # Seen in
//! Hand-typed notation.

use crate::rules::prelude::*;

rule! { "stray_bars.rs", blind_fault::STRAY_BARS; DOUBT, None, Linter }
