//! A comment that a base of Scid or ChessBase holds as part of another, or in another place.
//!
//! # What it finds
//! A comment joined to another one, or put before variations.
//!
//! # Why it matters
//! A base of Scid (SI4) has one comment for each move, and it stands before the variations of that
//! move. No text is lost, but two comments become one, and a comment after a variation moves.
//! A base of ChessBase (CBH) keeps several comments, but a comment between two variations, or after
//! a variation at the end of a line, moves.
//!
//! # Standard
//! §5. Decisions: none.
//!
//! # Example
//! ```pgn
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 *
//! ```
//!
//! # Fix
//! None: it is found only by `pgn convert --to si4` and `--to cbh`.
//!
//! # Seen in
//! Games with clock times in a comment of their own.

use crate::rules::prelude::*;

rule! { "joined_comment.rs", loss::JOINED_COMMENT; TASTE, None, Linter }
