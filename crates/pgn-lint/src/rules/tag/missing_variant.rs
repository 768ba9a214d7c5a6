//! A position of a variant without a Variant tag.
//!
//! # What it finds
//! A FEN with features that only a variant has: Chess960 castling rights, Crazyhouse pockets, check
//! counters, a horde, or the start position of Racing Kings. The reader uses the rules of that
//! variant.
//!
//! # Why it matters
//! A program that relies on the Variant tag uses ordinary rules and stops at the first move that
//! they do not allow.
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
//! Unsafe: it adds the variant, here `[Variant "Chess960"]`, before the FEN tag.
//!
//! # Seen in
//! Programs that run engine matches.

use crate::rules::prelude::*;
use pgnkit::chess::Variant;
use pgnkit::game::StartTags;

rule! { "missing_variant.rs", game_fault::MISSING_VARIANT; WARN, Unsafe, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let text = context.tag_named("FEN").map(|fen| fen.value).unwrap_or_default();
    let start = StartTags { fen: Some(&text), ..StartTags::default() }.resolve();
    let name = start.implied.unwrap_or(Variant::Chess960).name();
    let tag = format!("[Variant \"{name}\"]");
    let found = match context.value_named("Variant") {
        Some(value) => format!("`{value}`"),
        None => "none".to_string(),
    };
    let message = Message::new(span, format!("expected `{tag}` for this position, found {found}"))
        .help("write the Variant tag");
    let Some(fen) = context.tag_at(span) else { return message };
    let change = match context.tag_named("Variant") {
        Some(variant) => Change::new(variant.place.value, name),
        None => Change::insert(fen.place.span.start, format!("{tag}\n")),
    };
    message.risky(format!("add {tag}"), vec![change])
}
