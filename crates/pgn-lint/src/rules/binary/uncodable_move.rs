//! A move whose ordinal is above 255.
//!
//! # What it finds
//! A move with more than 255 other legal moves before it, in the order of their texts.
//!
//! # Why it matters
//! An ordinal is one byte. No real game reaches such a position, but it can be set up. pgn does not
//! write the game.
//!
//! # Standard
//! §20.2. Decisions: D-53.
//!
//! # Example
//! ```pgn pgc
//! [FEN "QQQQQQbk/Q4Qpp/Q5QQ/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1"]
//! [SetUp "1"]
//!
//! 1. Qhd7 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Composed positions with as many legal moves as possible.

use crate::rules::prelude::*;

rule! { "uncodable_move.rs", pgc_fault::UNCODABLE_MOVE; TASTE, None, Linter }
