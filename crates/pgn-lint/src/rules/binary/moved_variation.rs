//! A variation of the first move of a variation, which a ChessBase database stores as its sibling.
//!
//! # What it finds
//! A variation that replaces the first move of another variation.
//!
//! # Why it matters
//! A ChessBase database (CBH) has one list of alternatives for a position. No move is lost, but
//! `1. e4 (1. d4 (1. c4) d5)` is read as `1. e4 (1. d4 d5) (1. c4)`.
//!
//! # Standard
//! §8.2.5. Decisions: D-97.
//!
//! # Example
//! ```pgn
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 (1. d4 d5) (1. c4) *
//! ```
//!
//! # Fix
//! None: only `pgn convert --to cbh` reports this.
//!
//! # Seen in
//! Games with an opening repertoire in variations.

use crate::rules::prelude::*;

rule! { "moved_variation.rs", loss::MOVED_VARIATION; TASTE, None, Linter }
