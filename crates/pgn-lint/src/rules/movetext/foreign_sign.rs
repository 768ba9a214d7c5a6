//! A PGN character that Blind Game Notation does not have.
//!
//! # What it finds
//! A brace, a parenthesis or a semicolon in a line of moves. The reader takes the text in braces,
//! or else the rest of the line, for a comment.
//!
//! # Why it matters
//! Screen readers rarely speak such characters, so listeners cannot tell comments and variations
//! from the moves.
//!
//! # Standard
//! none; Blind Game Notation is newer. Decisions: D-61.
//!
//! # Example
//! ```bgn lax
//! 1. e4 e5 {A comment}
//! *
//! ```
//!
//! # Instead
//! ```bgn
//! 1. e4 e5
//!
//! | A comment
//! ||
//! *
//! ```
//!
//! # Fix
//! None. To put the comment between bars, read the game and write it again.
//!
//! # Seen in
//! Notation that was made from PGN by hand.

use crate::rules::prelude::*;

rule! { "foreign_sign.rs", blind_fault::FOREIGN_SIGN; DOUBT, None, Linter }
