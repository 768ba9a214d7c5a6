//! A comment in a game that should become PGC.
//!
//! # What it finds
//! A comment. PGC has no marker for it.
//!
//! # Why it matters
//! The game is not written, unless you say what to do with comments: `--comments drop` leaves them
//! out, `--comments escape` stores them in escape records that other programs ignore.
//!
//! # Standard
//! §20.4, §20.4.10. Decisions: D-53.
//!
//! # Example
//! ```pgn pgc
//! 1. e4 {best by test} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 *
//! ```
//!
//! # Fix
//! None: `pgn convert --comments` decides.
//!
//! # Seen in
//! Annotated games, and games with clock times.

use crate::rules::prelude::*;

rule! { "unwritable_comment.rs", pgc_fault::UNWRITABLE_COMMENT; TASTE, None, Linter }
