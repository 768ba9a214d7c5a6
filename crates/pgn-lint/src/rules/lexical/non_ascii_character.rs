//! A character beyond ASCII.
//!
//! # What it finds
//! Every character outside ASCII.
//!
//! # Why it matters
//! A system that supports only ASCII shows it as a question mark. Avoid such characters if a text
//! must be readable everywhere.
//!
//! # Standard
//! §4.1.
//!
//! # Example
//! ```pgn lax
//! 1. e4 {déjà vu} *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 {seen before} *
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Files of all kinds; select this rule for texts that must stay ASCII.

use crate::rules::lexical::line;
use crate::rules::prelude::*;

rule! {
    "non_ascii_character.rs", 'L' 23 "non-ascii-character" Remark "§4.1" "character beyond ASCII";
    TASTE, None, Foreign(find)
}

fn find(context: &RuleContext<'_>, report: &mut dyn Report) {
    line::each_foreign(context, |span, found| {
        let code = u32::from(found);
        let sentence = format!("expected ASCII, found `{}` (U+{code:04X})", found.escape_debug());
        report.push(Message::new(span, sentence));
    });
}
