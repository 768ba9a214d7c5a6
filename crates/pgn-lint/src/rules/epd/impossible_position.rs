//! An EPD record of an impossible position.
//!
//! # What it finds
//! A position without a king, with two kings of one color, with pawns on the first or last rank, or
//! with the side that is not to move in check. The reader keeps the moves of the record as text.
//!
//! # Why it matters
//! No move can be played from such a position, and no engine can analyze it.
//!
//! # Standard
//! §16.2.3. Decisions: D-47.
//!
//! # Example
//! ```epd lax
//! 8/8/8/8/8/8/4P3/4K3 w - -
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - -
//! ```
//!
//! # Fix
//! None.
//!
//! # Seen in
//! Diagrams, puzzles without kings, suites for other variants.

use crate::rules::prelude::*;
use pgn_formats::epd::Detail;

rule! { "impossible_position.rs", epd_fault::IMPOSSIBLE_POSITION; WARN, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    let span = note.diagnostic.span;
    match &note.detail {
        Detail::Setup(faults) => Message::new(span, format!("impossible position: {faults}")),
        _ => Message::new(span, "impossible position"),
    }
    .help("set up a legal position")
}
