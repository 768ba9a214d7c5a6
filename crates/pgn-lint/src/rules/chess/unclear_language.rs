//! Moves that are legal in the letters of several languages.
//!
//! # What it finds
//! With `--moves-language auto`: a game whose moves are all legal in the letters of several
//! languages, but are different moves in each. The reader uses the standard's letters.
//!
//! # Why it matters
//! Only one of the readings is the game that was played.
//!
//! # Standard
//! §17: the letters of languages clash. Decisions: D-62.
//!
//! # Example
//! ```pgn lax auto
//! [SetUp "1"]
//! [FEN "4k3/8/8/8/8/3n4/8/KR2B3 w - - 0 1"]
//! [Result "*"]
//!
//! 1. Bb4 *
//! ```
//!
//! # Instead
//! ```pgn
//! [SetUp "1"]
//! [FEN "4k3/8/8/8/8/3n4/8/KR2B3 w - - 0 1"]
//! [Result "*"]
//!
//! 1. Rb4 *
//! ```
//!
//! # Fix
//! None: name the language.
//!
//! # Seen in
//! Short games and endings.

use crate::rules::prelude::*;
use pgnkit::chess::notation::letters::Language;

rule! { "unclear_language.rs", game_fault::UNCLEAR_LANGUAGE; WARN, None, Linter }

/// The message for the fault.
pub(crate) fn message(span: Span, languages: &[&'static Language]) -> Message {
    let names: Vec<&str> = languages.iter().map(|language| language.name).collect();
    let sentence = format!("expected one language, found moves of several: {}", names.join(", "));
    Message::new(span, sentence).help("name the language with `--moves-language`")
}
