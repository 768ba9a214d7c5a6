//! A move that is not the first of its variation.
//!
//! # What it finds
//! A `pm` that is not the first move of `pv`, or an `sm` that is not the first move of `sv`.
//!
//! # Why it matters
//! The record predicts two different moves.
//!
//! # Standard
//! §16.2.5. Decisions: D-50.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - pm Kd2; pv Kf2 Kf7;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - pm Kf2; pv Kf2 Kf7;
//! ```
//!
//! # Fix
//! None: only the author knows which one is right.
//!
//! # Seen in
//! Records with data from two programs.

use crate::rules::prelude::*;
use pgn_formats::epd::Detail;

rule! { "prediction_mismatch.rs", epd_fault::PREDICTION_MISMATCH; WARN, None, Record(message) }

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    let span = note.diagnostic.span;
    let Detail::Opcodes(one, line) = note.detail else {
        return Message::new(span, "the move is not the first of its variation");
    };
    Message::new(span, format!("`{one}` is not the first move of `{line}`"))
        .help(format!("make `{one}` the first move of `{line}`"))
}
