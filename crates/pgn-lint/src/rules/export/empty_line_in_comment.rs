//! A comment with an empty line, for a site that separates games at empty lines.
//!
//! # What it finds
//! An empty line inside a comment, under the profile lichess.
//!
//! In studies of lichess.org, empty lines separate games, also in comments
//! (<https://github.com/lichess-org/lila/issues/2686>, read on 2026-11-26).
//!
//! # Why it matters
//! The site takes the rest of the game for another game, and reports an error or shows empty
//! chapters.
//!
//! # Standard
//! §5, which allows empty lines in comments.
//!
//! # Example
//! ```pgn lichess
//! 1. e4 {The best move.
//!
//! It opens two lines.} e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {The best move. It opens two lines.} e5 *
//! ```
//!
//! # Fix
//! None for a single location; `pgn fmt` writes comments without empty lines.
//!
//! # Seen in
//! Comments that were pasted from a text.

use crate::rules::prelude::*;

rule! { "empty_line_in_comment.rs", 'X' 20 "empty-line-in-comment" Remark "§5"
"empty line in a comment";
SITE, None, Linter }
