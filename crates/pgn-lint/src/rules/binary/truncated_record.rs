//! Truncated PGC data.
//!
//! # What it finds
//! Data that end inside a record, or inside a game.
//!
//! # Why it matters
//! The last game is incomplete, so the reader leaves it out. It reads the games before it.
//!
//! # Standard
//! §20.4. Decisions: D-54.
//!
//! # Example
//! ```pgc
//! 05 03 02 0d 0c 06
//! 05 03 02 0d
//! ```
//!
//! # Instead
//! ```pgc
//! 05 03 02 0d 0c 06
//! ```
//!
//! # Fix
//! None: get the complete file again.
//!
//! # Seen in
//! Interrupted downloads, full disks.

use crate::rules::prelude::*;

rule! { "truncated_record.rs", pgc_fault::TRUNCATED_RECORD; LOSS, None, Linter }
