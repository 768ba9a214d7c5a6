//! A game in a variant without move ordinals.
//!
//! # What it finds
//! A game with an unknown start position or unknown rules, so that its legal moves cannot be
//! counted, or with moves that SAN cannot express: the drops of Crazyhouse, the king promotions of
//! Antichess.
//!
//! # Why it matters
//! In PGC, a move is an index into the list of legal moves. pgn does not write the game.
//!
//! # Standard
//! §20.2. Decisions: D-53, D-60.
//!
//! # Example
//! ```pgn pgc
//! [Variant "Xiangqi"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Variant "Chess960"]
//!
//! *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Games from servers that offer variants.

use crate::rules::prelude::*;

rule! { "uncodable_variant.rs", pgc_fault::UNCODABLE_VARIANT; TASTE, None, Linter }
