//! A tag pair without its closing bracket.
//!
//! # What it finds
//! A tag pair whose `]` is missing.
//!
//! # Why it matters
//! The reader continues as if the bracket were there, but other programs drop this pair or the next
//! one.
//!
//! # Standard
//! §8.1.
//!
//! # Example
//! ```pgn lax
//! [Event "Candidates"
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
//! Unsafe: it adds the bracket after the value.
//!
//! # Seen in
//! Hand-typed headers.

use crate::rules::prelude::*;

rule! { "unclosed_tag.rs", syntax_fault::UNCLOSED_TAG; DOUBT, Unsafe, Fault(message) }

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected `]`, found the end of the tag pair")
        .help("close the tag pair")
        .risky("close the tag pair", vec![Change::insert(span.start, "]")])
}
