//! Brackets without a tag pair in them.
//!
//! # What it finds
//! A `[` that is not followed by a name, a quoted value and a `]`. What the brackets hold is kept
//! as text, not as a tag.
//!
//! # Why it matters
//! The value is lost for everyone who looks for the tag.
//!
//! # Standard
//! §8.1. Decisions: D-26.
//!
//! # Example
//! ```pgn lax
//! [Event Candidates]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Event "Candidates"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! None: what is name and what is value is a guess.
//!
//! # Seen in
//! Hand-typed headers without quotes.

use crate::rules::prelude::*;
use pgnkit::syntax::diagnostic::fault;

pub(crate) const RULE: Rule = Rule::new(
    fault::MALFORMED_TAG,
    Levels::LOSS,
    FixKind::None,
    include_str!("malformed_tag.rs"),
    Check::Fault(tell),
);

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    Told::new(span, format!("expected `[Name \"value\"]`, found `{}`", scene.show(span)))
        .help("a tag pair is a name and a value in double quotes")
}
