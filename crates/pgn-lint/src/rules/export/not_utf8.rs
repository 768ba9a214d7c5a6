//! Text that is not UTF-8, for a site that reads UTF-8.
//!
//! # What it finds
//! A game with bytes that are not UTF-8.
//!
//! - lichess: other encodings show wrong letters in broadcasts
//!   (<https://github.com/lichess-org/lila/issues/14664>).
//! - chessbase: text in UTF-8 is read (<https://eg.org.ua/pgn-rus/>).
//!
//! The pages were read on 2026-11-26.
//!
//! # Why it matters
//! Letters beyond ASCII become other letters or `�`, in names and in comments.
//!
//! # Standard
//! §4.1, which asks for Latin-1; sites read UTF-8 instead. Decisions: D-02, D-70.
//!
//! # Example
//! ```pgn lichess escaped
//! [White "J\xf6rg"]
//!
//! 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Jörg"]
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! None for a single location; `pgn fmt` writes the whole file in UTF-8.
//!
//! # Seen in
//! Exports of ChessBase and Scid, and live games of electronic boards.

use crate::rules::prelude::*;

rule! { "not_utf8.rs", 'X' 19 "not-utf8" Remark "§4.1"
"text that is not UTF-8";
SITE, None, Linter }
