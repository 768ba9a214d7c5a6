//! A line of 80 or more characters.
//!
//! # What it finds
//! A line with 80 or more characters that is not a single tag pair.
//!
//! # Why it matters
//! The standard strongly discourages such lines, because they did not fit the screens and emails of
//! its time.
//!
//! # Standard
//! §4.3. Decisions: D-04.
//!
//! # Example
//! ```pgn lax escaped
//! 1. e4 {\{word *16}} *
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
//! Files from most modern programs.

use crate::rules::lexical::line;
use crate::rules::prelude::*;

rule! {
    "wide_line.rs", 'L' 9 "wide-line" Remark "§4.3" "line of 80 or more characters";
    TASTE, None, Text(find)
}

/// The widest line that is not discouraged, in characters.
const COLUMNS_MAX: usize = 79;

fn find(context: &RuleContext<'_>, report: &mut dyn Report) {
    line::each_longer(context, COLUMNS_MAX, |span, n| {
        let sentence = format!("expected a line of at most {COLUMNS_MAX} characters, found {n}");
        report.push(Message::new(span, sentence).help("break the line between two tokens"));
    });
}
