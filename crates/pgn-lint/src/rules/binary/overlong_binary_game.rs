//! A PGC game of more than eight million bytes.
//!
//! # What it finds
//! A game whose records take more than 8 MiB.
//!
//! # Why it matters
//! The reader reads 8 MiB of it and skips the rest, so that no file can exhaust memory.
//!
//! # Standard
//! §20.4. Decisions: D-54.
//!
//! # Example
//! ```pgc
//!
//! ```
//!
//! # Instead
//! ```pgc
//! 05 06
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Damaged files; no real game is that long.

use crate::rules::prelude::*;

rule! { "overlong_binary_game.rs", pgc_fault::OVERLONG_BINARY_GAME; LOSS, None, Linter }
