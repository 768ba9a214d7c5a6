//! A tag that is too long for a PGC string.
//!
//! # What it finds
//! A tag whose value has more than 255 characters.
//!
//! # Why it matters
//! The length of a string-1 is one byte. pgn does not write the game.
//!
//! # Standard
//! §20.3, §20.4.2. Decisions: D-05, D-53.
//!
//! # Example
//! ```pgn pgc escaped
//! [Annotator "\{x*256}"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Annotator "x"]
//!
//! *
//! ```
//!
//! # Fix
//! None: shorten the value, or let `pgn fmt --profile archival` cut it.
//!
//! # Seen in
//! Lists of players or links in one tag.

use crate::rules::prelude::*;

rule! { "overlong_item.rs", pgc_fault::OVERLONG_ITEM; TASTE, None, Linter }
