//! Moves in the piece letters of another language.
//!
//! # What it finds
//! A game whose moves do not use the standard's piece letters, if you named the language or asked
//! to detect it (`--moves-language`). The finding shows the first such move.
//!
//! # Why it matters
//! Other programs do not read these moves, or read different ones.
//!
//! # Standard
//! §17: letters of other languages are for local use. Decisions: D-62.
//!
//! # Example
//! ```pgn lax german
//! 1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
//! ```
//!
//! # Fix
//! None here: all moves of a game must change at once. `pgn fmt --moves-language LANGUAGE` rewrites
//! them with the standard's letters.
//!
//! # Seen in
//! Hand-typed games, texts from magazines, programs that save what they display.

use crate::rules::prelude::*;

rule! { "foreign_letters.rs", game_fault::FOREIGN_LETTERS; FIXABLE, None, Fault(message) }

fn message(context: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    let found = context.show(span);
    let names: Vec<&str> = match &noted.cause {
        Cause::Letters(letters) => letters.languages().map(|language| language.name).collect(),
        _ => Vec::new(),
    };
    let named = match names.as_slice() {
        [] => "another language".to_string(),
        [one] => (*one).to_string(),
        [first, rest @ ..] => format!("{first} (or {})", rest.join(", ")),
    };
    let help = match names.first() {
        Some(name) => format!("rewrite the moves: `pgn fmt --moves-language {name}`"),
        None => "rewrite the moves with the standard's letters".to_string(),
    };
    Message::new(
        span,
        format!("expected the standard's piece letters, found those of {named}: `{found}`"),
    )
    .help(help)
}
