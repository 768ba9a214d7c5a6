//! A line of more than 255 characters.
//!
//! # What it finds
//! A line with more than 255 characters, including its line end. A line with a single tag pair may
//! be longer, because there the length of the value counts.
//!
//! # Why it matters
//! Lines in import format have at most 255 characters; old programs cut longer ones.
//!
//! # Standard
//! §4.3. Decisions: D-04.
//!
//! # Example
//! ```pgn import escaped
//! 1. e4 {\{word *60}} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {word word} *
//! ```
//!
//! # Fix
//! None; `pgn fmt` rewraps the lines.
//!
//! # Seen in
//! Servers and programs that write all moves of a game on one line.

use crate::rules::lexical::line;
use crate::rules::prelude::*;
use pgnkit::syntax::limits::LINE_CHARACTERS_MAX;

rule! {
    "line_too_long.rs", 'L' 8 "line-too-long" Departure "§4.3" "line of more than 255 characters";
    FORM.kept(), None, Text(find)
}

fn find(context: &RuleContext<'_>, report: &mut dyn Report) {
    line::each_longer(context, LINE_CHARACTERS_MAX - 1, |span, n| {
        let sentence = format!("expected a line of at most 255 characters, found {}", n + 1);
        report.push(Message::new(span, sentence).help("break the line between two tokens"));
    });
}
