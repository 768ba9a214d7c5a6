//! A comment that a Scid or ChessBase database stores joined to another one, or in another place.
//!
//! # What it finds
//! A comment that is joined to another one, or moved before the variations.
//!
//! # Why it matters
//! A Scid database (SI4) stores one comment for each move, before the variations of that move. No
//! text is lost, but two comments become one, and a comment after a variation moves to another
//! place. A ChessBase database (CBH) stores several comments, but one between two variations, or
//! after a variation at the end of a line, moves.
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
//! None: only `pgn convert --to si4` and `--to cbh` report this.
//!
//! # Seen in
//! Games with clock times in separate comments.

use crate::rules::prelude::*;

rule! { "joined_comment.rs", loss::JOINED_COMMENT; TASTE, None, Linter }
