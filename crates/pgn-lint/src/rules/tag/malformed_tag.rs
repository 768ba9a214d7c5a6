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

rule! { "malformed_tag.rs", syntax_fault::MALFORMED_TAG; LOSS, None, Fault(tell) }

fn tell(scene: &Scene<'_>, noted: &Noted) -> Told {
    let span = noted.diagnostic.span;
    Told::new(span, format!("expected `[Name \"value\"]`, found `{}`", scene.show(span)))
        .help("a tag pair is a name and a value in double quotes")
}
