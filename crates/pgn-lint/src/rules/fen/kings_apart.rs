//! Castling rights of kings on different files.
//!
//! # What it finds
//! A Chess960 FEN in which both sides may castle but their kings are on different files. The reader
//! keeps the rights.
//!
//! # Why it matters
//! Chess960 begins with both kings on the same file, and a king that has moved may not castle.
//! Either the castling rights are out of date, or the game began from another kind of start
//! position.
//!
//! # Standard
//! §16.1. Decisions: D-60.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [SetUp "1"]
//! [Variant "Chess960"]
//! [FEN "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1"]
//!
//! 1. O-O *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//! [SetUp "1"]
//! [Variant "Chess960"]
//! [FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
//!
//! 1. O-O *
//! ```
//!
//! # Fix
//! None: only the author knows which side may castle.
//!
//! # Seen in
//! Positions set up by hand; matches with a different start position for each side.

use crate::rules::prelude::*;

rule! { "kings_apart.rs", game_fault::KINGS_APART; REMARK, None, Fault(message) }

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    Message::new(noted.diagnostic.span, "expected kings on one file if both may castle")
        .help("correct the castling rights")
}
