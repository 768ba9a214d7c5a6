//! A PGN character that Blind Game Notation does not have.
//!
//! # What it finds
//! A brace, a parenthesis or a semicolon in a line of moves. The text in braces, or else the rest
//! of the line, is read as a comment.
//!
//! # Why it matters
//! Screen readers rarely speak such characters, so comments and variations run into the moves.
//!
//! # Standard
//! none; Blind Game Notation is younger. Decisions: D-61.
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
//! None: reading the game and writing it again puts the comment between bars.
//!
//! # Seen in
//! Notation made from PGN by hand.

use crate::rules::prelude::*;

rule! { "foreign_sign.rs", blind_fault::FOREIGN_SIGN; DOUBT, None, Linter }
