//! A file with more games than the site takes.
//!
//! # What it finds
//! A file with more games than the profile's site takes at once. It is reported at the first game.
//!
//! - lichess: 64 games, the chapters of a study
//!   (<https://github.com/lichess-org/lila/issues/16921>).
//! - scid: 16,777,214 games in an SI4 database
//!   (<https://scidvspc.sourceforge.net/doc/Formats.htm>).
//!
//! The pages were read on 2026-11-26.
//!
//! # Why it matters
//! The site does not take the games beyond the limit.
//!
//! # Standard
//! None; this is a limit of the site. §8 allows any number of games in a file.
//!
//! # Example
//! ```pgn lichess escaped
//! \{[Event "?"]
//!
//! 1. e4 *
//!
//! *65}
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "?"]
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! None; `pgn split --max-games 64` writes files that are small enough.
//!
//! # Seen in
//! Opening repertoires, and databases of a tournament.

use crate::rules::prelude::*;

rule! { "too_many_games.rs", 'X' 17 "too-many-games" Remark "§8"
"more games than the site takes";
SITE, None, Linter }
