//! A Latin-1 text that a reader who guesses would take for UTF-8.
//!
//! # What it finds
//! A Latin-1 text that a reader who guesses would take for UTF-8.
//!
//! # Why it matters
//! Read again without being told its encoding, its letters become others. Export therefore writes
//! the letters that such a reader would see, `é` for a doubly encoded `Ã©`, or ASCII where Latin-1
//! lacks them.
//!
//! # Standard
//! §4.1. Decisions: D-02.
//!
//! # Example
//! ```pgn archival
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
//! *
//!
//! ```
//!
//! # Fix
//! None: it is the price of the profile; another profile holds it.
//!
//! # Seen in
//! Text that was converted to UTF-8 twice.

use crate::rules::prelude::*;

rule! { "ambiguous_encoding.rs", loss::AMBIGUOUS_ENCODING; LOST_IN_EXPORT, None, Linter }
