//! A comment in a game that is converted to PGC.
//!
//! # What it finds
//! A comment. PGC has no marker for it.
//!
//! # Why it matters
//! pgn does not write the game unless you choose what happens to comments: `--comments drop` leaves
//! them out, and `--comments escape` stores them in escape records that other programs ignore.
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
//! None: use `pgn convert --comments`.
//!
//! # Seen in
//! Annotated games, and games with clock times.

use crate::rules::prelude::*;

rule! { "unwritable_comment.rs", pgc_fault::UNWRITABLE_COMMENT; TASTE, None, Linter }
