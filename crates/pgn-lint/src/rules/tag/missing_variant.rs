//! A position of Chess960 without a Variant tag.
//!
//! # What it finds
//! A FEN whose castling rights only Chess960 can have. The game is played by its rules.
//!
//! # Why it matters
//! A program that looks for the tag plays by ordinary rules and stops at the first castling.
//!
//! # Standard
//! §9.7. Decisions: D-60.
//!
//! # Example
//! ```pgn lax
//! [Result "*"]
//! [SetUp "1"]
//! [FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"]
//!
//! 1. e4 *
//! ```
//!
//! # Instead
//! ```pgn
//! [Result "*"]
//! [SetUp "1"]
//! [Variant "Chess960"]
//! [FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"]
//!
//! 1. e4 *
//! ```
//!
//! # Fix
//! Unsafe: `[Variant "Chess960"]` is added before the FEN tag.
//!
//! # Seen in
//! Engine match programs.

use crate::rules::prelude::*;
use pgnkit::fault;

pub(crate) const RULE: Rule = Rule::new(
    fault::MISSING_VARIANT,
    Levels::WARN,
    FixKind::Unsafe,
    include_str!("missing_variant.rs"),
    Check::Fault(tell),
);

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    let told = Told::new(span, "expected `[Variant \"Chess960\"]` for this position, found none")
        .help("add the Variant tag");
    let Some(fen) = scene.tag_at(span) else { return told };
    let change = match scene.tag_named("Variant") {
        Some(variant) => Change::new(variant.place.value, "Chess960"),
        None => Change::insert(fen.place.span.start, "[Variant \"Chess960\"]\n"),
    };
    told.risky("add [Variant \"Chess960\"]", vec![change])
}
