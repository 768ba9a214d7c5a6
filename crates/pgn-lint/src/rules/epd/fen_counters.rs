//! FEN counters in an EPD record.
//!
//! # What it finds
//! The halfmove clock, and perhaps the number of the next move, after the four fields. The reader
//! takes them for `hmvc` and `fmvn`.
//!
//! # Why it matters
//! EPD has four fields, so a strict reader takes the numbers for an opcode.
//!
//! # Standard
//! §16.2.3. Decisions: D-47.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - 5 39 bm Kf2;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; fmvn 39; hmvc 5;
//! ```
//!
//! # Fix
//! None; `pgn fmt` writes `hmvc` and `fmvn` instead.
//!
//! # Seen in
//! Opening books for engine matches, perft suites, most lists of positions.

use crate::rules::prelude::*;

rule! { "fen_counters.rs", epd_fault::FEN_COUNTERS; FIXABLE, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(note.diagnostic.span, "FEN counters, which EPD does not have")
        .help("write them as `fmvn` and `hmvc`, or leave them out")
}
