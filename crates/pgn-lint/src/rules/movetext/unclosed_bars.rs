//! A comment of Blind Game Notation without its closing bars.
//!
//! # What it finds
//! A comment that another one, a tag pair or the end of the text cuts short. It is taken to end
//! there, and may have swallowed moves.
//!
//! # Why it matters
//! Who listens skips a comment by going down to its two bars; without them the rest of the game is
//! comment.
//!
//! # Standard
//! none; Blind Game Notation is younger. Decisions: D-61.
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
//! None: where the comment should end, only its author knows.
//!
//! # Seen in
//! Hand-typed notation.

use crate::rules::prelude::*;

rule! { "unclosed_bars.rs", blind_fault::UNCLOSED_BARS; DOUBT, None, Linter }
