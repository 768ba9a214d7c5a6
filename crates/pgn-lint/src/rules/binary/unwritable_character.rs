//! A character in a tag that PGC lacks.
//!
//! # What it finds
//! A character in a tag that is not in Latin-1, the only character set of PGC.
//!
//! # Why it matters
//! pgn does not write the game, because names must not change silently.
//!
//! # Standard
//! §20.1. Decisions: D-02, D-53.
//!
//! # Example
//! ```pgn pgc
//! [White "Đoković"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [White "Dokovic"]
//!
//! *
//! ```
//!
//! # Fix
//! None: `pgn fmt --profile archival` writes the nearest letters.
//!
//! # Seen in
//! Modern games in UTF-8.

use crate::rules::prelude::*;

rule! { "unwritable_character.rs", pgc_fault::UNWRITABLE_CHARACTER; TASTE, None, Linter }
