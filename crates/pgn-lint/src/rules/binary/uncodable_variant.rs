//! A game by rules that ordinals cannot follow.
//!
//! # What it finds
//! A game whose start or rules are not known, so that its legal moves cannot be counted, or by
//! rules with moves that SAN has no text for: the drops of Crazyhouse, the pawns of Antichess that
//! become kings.
//!
//! # Why it matters
//! A move of PGC is a number among the legal moves. The game is not written.
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
//! Games of servers that offer variants.

use crate::rules::prelude::*;

rule! { "uncodable_variant.rs", pgc_fault::UNCODABLE_VARIANT; TASTE, None, Linter }
