//! A game that is larger than the site takes.
//!
//! # What it finds
//! A game with more moves, or more text, than the profile's site takes.
//!
//! - lichess: 3000 moves in a chapter, with those of variations
//!   (<https://github.com/lichess-org/lila/issues/10421>).
//! - scid: 131,072 bytes in the coding of the database
//!   (<https://scidvspc.sourceforge.net/doc/Formats.htm>).
//!
//! The pages were read on 2026-11-26.
//!
//! For Scid, pgn counts a byte for each move and the bytes of comments. The database needs at least
//! that much, so a game just below the limit may be too large as well.
//!
//! # Why it matters
//! The site refuses the game. A study of lichess.org then has an empty chapter
//! (<https://github.com/lichess-org/lila/issues/19781>).
//!
//! # Standard
//! None; this is a limit of the site. §8.2 allows a game of any length.
//!
//! # Example
//! ```pgn lichess escaped
//! 1. \{Nf3 Nf6 Ng1 Ng8
//! *751} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. Nf3 Nf6 2. Ng1 Ng8 *
//! ```
//!
//! # Fix
//! None; move some of the variations and comments to another game.
//!
//! # Seen in
//! Opening repertoires with all variations in one game.

use crate::rules::prelude::*;

rule! { "game_too_large.rs", 'X' 18 "game-too-large" Remark "§8.2"
"game larger than the site takes";
SITE, None, Linter }
