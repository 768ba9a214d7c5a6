//! A no-break space between tokens.
//!
//! # What it finds
//! The character U+00A0 outside strings and comments, in UTF-8 or Latin-1.
//!
//! # Why it matters
//! It looks like a space and is none: programs take it for a part of the move next to it.
//!
//! # Standard
//! §4.1. Decisions: D-03.
//!
//! # Example
//! ```pgn lax bytes
//! 1. e4\xc2\xa0e5 *
//! ```
//!
//! # Instead
//! ```pgn
//! 1. e4 e5 *
//! ```
//!
//! # Fix
//! Safe: it becomes a space.
//!
//! # Seen in
//! Games copied from web pages and word processors.

use crate::rules::prelude::*;
use pgnkit::syntax::diagnostic::fault;

pub(crate) const RULE: Rule = Rule::new(
    fault::NO_BREAK_SPACE,
    Levels::MEND,
    FixKind::Safe,
    include_str!("no_break_space.rs"),
    Check::Fault(tell),
);

fn tell(_: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    Told::new(span, "expected a space, found a no-break space")
        .help("write a space")
        .safe("write a space", vec![Change::new(span, " ")])
}
