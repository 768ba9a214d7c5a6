//! Moves from an unknown position.
//!
//! # What it finds
//! Moves in a game with an unreadable FEN or an unknown variant.
//!
//! # Why it matters
//! An ordinal is an index into the legal moves of a position; without the position it means
//! nothing. The reader keeps the tags, and the moves become a comment.
//!
//! # Standard
//! §20.2. Decisions: D-23, D-54.
//!
//! # Example
//! ```pgc
//! 05 02 07 56 61 72 69 61 6e 74 07 58 69 61 6e 67 71 69 03 01 0d 06
//! ```
//!
//! # Instead
//! ```pgc
//! 05 03 01 0d 06
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Games of variants, written by other programs.

use crate::rules::prelude::*;

rule! { "ordinal_without_position.rs", pgc_fault::ORDINAL_WITHOUT_POSITION; LOSS, None, Linter }
