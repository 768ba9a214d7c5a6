//! A set-up position, which reduced export cannot represent.
//!
//! # What it finds
//! A set-up position, which reduced export cannot represent.
//!
//! # Why it matters
//! Reduced export has only the seven roster tags; without SetUp and FEN the moves make no sense.
//! pgn rejects the game.
//!
//! # Standard
//! §3.2.4. Decisions: D-39.
//!
//! # Example
//! ```pgn reduced
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "?"]
//! [Black "?"]
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
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
//! Studies and endgame collections.

use crate::rules::prelude::*;

rule! { "setup_in_reduced.rs", loss::SETUP_IN_REDUCED; LOST_IN_EXPORT, None, Linter }
