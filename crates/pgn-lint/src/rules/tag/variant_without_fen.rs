//! Chess960 without a FEN tag.
//!
//! # What it finds
//! The Variant tag says Chess960, and there is no position to begin with. The usual array is
//! taken.
//!
//! # Why it matters
//! There are 960 positions it could have been; the moves are likely not legal.
//!
//! # Standard
//! §9.7. Decisions: D-60.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [Variant "Chess960"]
//!
//! 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! None: the position is not known.
//!
//! # Seen in
//! Headers that lost their FEN.

use crate::rules::prelude::*;
use pgnkit::fault;

pub(crate) const RULE: Rule = Rule::new(
    fault::VARIANT_WITHOUT_FEN,
    Levels::LOSS,
    FixKind::None,
    include_str!("variant_without_fen.rs"),
    Check::Fault(tell),
);

fn tell(_: &Scene<'_>, noted: &Noted) -> Told {
    Told::new(noted.diagnostic.span, "expected a FEN tag for Chess960, found none")
        .help("add SetUp and FEN")
}
