//! A comment of Blind Game Notation without its closing bars.
//!
//! # What it finds
//! A comment that is cut short by another one, a tag pair or the end of the text. The comment ends
//! there, and may contain moves.
//!
//! # Why it matters
//! Listeners skip a comment by going to its double bar; without it, the rest of the game is a
//! comment.
//!
//! # Standard
//! none; Blind Game Notation is newer. Decisions: D-61.
//!
//! # Example
//! ```bgn lax
//! 1. e4 e5
//!
//! | The King's pawn.
//!
//! | An old friend.
//! ||
//! *
//! ```
//!
//! # Instead
//! ```bgn
//! 1. e4 e5
//!
//! | The King's pawn.
//! ||
//!
//! | An old friend.
//! ||
//! *
//! ```
//!
//! # Fix
//! None: only the author knows where the comment should end.
//!
//! # Seen in
//! Hand-typed notation.

use crate::rules::prelude::*;

rule! { "unclosed_bars.rs", blind_fault::UNCLOSED_BARS; DOUBT, None, Linter }
