//! A character with a code from 160 to 191.
//!
//! # What it finds
//! The Latin-1 characters that are not letters: `£`, `§`, `°`, `½` and the like.
//!
//! # Why it matters
//! The standard discourages them: other 8-bit character sets have other symbols there.
//!
//! # Standard
//! §4.1.
//!
//! # Example
//! ```pgn lax
//! 1. e4 {first prize £5} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {first prize 5 pounds} *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Comments with prices and fractions.

use crate::rules::lexical::line;
use crate::rules::prelude::*;

rule! {
    "symbolic_character.rs", 'L' 24 "symbolic-character" Remark "§4.1"
        "character of the codes 160 to 191";
    TASTE, None, Foreign(find)
}

fn find(context: &RuleContext<'_>, report: &mut dyn Report) {
    line::each_foreign(context, |span, found| {
        if ('\u{A0}'..='\u{BF}').contains(&found) {
            let shown = found.escape_debug();
            let sentence = format!("expected a letter, found the symbol `{shown}`");
            report.push(Message::new(span, sentence).help("write it out"));
        }
    });
}
