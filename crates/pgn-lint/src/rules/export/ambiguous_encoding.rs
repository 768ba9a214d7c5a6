//! A Latin-1 text that looks like UTF-8.
//!
//! # What it finds
//! A Latin-1 text that readers would take for UTF-8 if they guess the encoding.
//!
//! # Why it matters
//! A reader that guesses the encoding shows different letters. Export therefore writes the letters
//! that such a reader would show, `é` for a doubly encoded `Ã©`, or ASCII if Latin-1 lacks them.
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
//! None: the modern profile keeps the text.
//!
//! # Seen in
//! Text that was converted to UTF-8 twice.

use crate::rules::prelude::*;

rule! { "ambiguous_encoding.rs", loss::AMBIGUOUS_ENCODING; LOST_IN_EXPORT, None, Linter }
