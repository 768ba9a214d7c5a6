//! A game with rules or a start position that the profile cannot represent.
//!
//! # What it finds
//! A game whose moves cannot be checked, because its variant or its start position is unknown; for
//! some profiles, also a game of a known variant.
//!
//! # Why it matters
//! Archival and reduced export contain only legal moves, so pgn rejects the game.
//! The profile lichess rejects it, too, because lichess.org plays ordinary chess and eight variants
//! (<https://www.mintlify.com/lichess-org/lila/api/studies/import>), and the profile scid also
//! rejects games of variants, which a Scid database cannot store
//! (<https://scidvspc.sourceforge.net/doc/Formats.htm>; both read on 2026-11-26).
//!
//! # Standard
//! §9.7. Decisions: D-60.
//!
//! # Example
//! ```pgn archival also-T019
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//! [Variant "Xiangqi"]
//!
//! 1. e4 *
//!
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//!
//! 1. e4 *
//!
//! ```
//!
//! # Fix
//! None: this is a limit of the profile; use another profile to keep it.
//!
//! # Seen in
//! Servers that play many variants.

use crate::rules::prelude::*;

rule! { "unwritable_variant.rs", loss::UNWRITABLE_VARIANT; LOST_IN_EXPORT, None, Linter }
