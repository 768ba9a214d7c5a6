//! A string that is not closed on its line.
//!
//! # What it finds
//! A tag value without its closing quote before the end of the line.
//!
//! # Why it matters
//! Strings cannot contain line ends. The reader guesses where the value ends, and other programs
//! guess differently.
//!
//! # Standard
//! §7.
//!
//! # Example
//! ```pgn lax
//! [Event "Candidates]
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
//! Unsafe: it adds a quote where the reader ended the value.
//!
//! # Seen in
//! Hand-typed headers; lines cut by email programs.

use crate::rules::prelude::*;

rule! { "unclosed_string.rs", syntax_fault::UNCLOSED_STRING; LOSS, Unsafe, Fault(message) }

fn message(_: &RuleContext<'_>, noted: &Noted) -> Message {
    let span = noted.diagnostic.span;
    Message::new(span, "expected `\"` before the end of the line, found none")
        .help("close the string on its line")
        .risky("close the string", vec![Change::insert(span.end, "\"")])
}
