//! PGC data that end too early.
//!
//! # What it finds
//! Data that end inside a record, or inside a game.
//!
//! # Why it matters
//! The last game is not whole, and is left out. The games before it were read.
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
//! None: bring the whole file again.
//!
//! # Seen in
//! Broken downloads, full disks.

use crate::rules::prelude::*;

rule! { "truncated_record.rs", pgc_fault::TRUNCATED_RECORD; LOSS, None, Linter }
