//! A move ordinal that is too large.
//!
//! # What it finds
//! An ordinal that is not below the number of legal moves in its position.
//!
//! # Why it matters
//! The move cannot be played, and neither can the rest of its line. The reader keeps the game up to
//! that point, and the rest of the record becomes a comment.
//!
//! # Standard
//! §20.2. Decisions: D-54.
//!
//! # Example
//! ```pgc
//! 05 03 02 0d 63 06
//! ```
//!
//! # Instead
//! ```pgc
//! 05 03 02 0d 0c 06
//! ```
//!
//! # Fix
//! None: the intended move is not known.
//!
//! # Seen in
//! Damaged files, and programs that sort moves differently.

use crate::rules::prelude::*;

rule! { "ordinal_out_of_range.rs", pgc_fault::ORDINAL_OUT_OF_RANGE; LOSS, None, Linter }
