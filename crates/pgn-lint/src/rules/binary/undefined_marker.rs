//! A marker that the standard does not define.
//!
//! # What it finds
//! A record of PGC data that begins with a byte above 0a.
//!
//! # Why it matters
//! The content and length of such a record are unknown, so reading stops there. The games before it
//! are read.
//!
//! # Standard
//! §20.4. Decisions: D-54.
//!
//! # Example
//! ```pgc
//! 05 03 01 0d 06
//! 0b 05 06
//! ```
//!
//! # Instead
//! ```pgc
//! 05 03 01 0d 06
//! 05 06
//! ```
//!
//! # Fix
//! None: write the file again from its source.
//!
//! # Seen in
//! Damaged files, and other formats named `.pgc`.

use crate::rules::prelude::*;

rule! { "undefined_marker.rs", pgc_fault::UNDEFINED_MARKER; LOSS, None, Linter }
