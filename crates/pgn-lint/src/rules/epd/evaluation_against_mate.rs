//! `ce` and `dm` that disagree.
//!
//! # What it finds
//! A record with `dm` whose `ce` is not the evaluation of that mate, which is 32768 minus twice the
//! number of moves.
//!
//! # Why it matters
//! One of the two is wrong, and programs differ in which one they use.
//!
//! # Standard
//! §16.2.5. Decisions: D-50.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce 32757; dm 5;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - ce 32758; dm 5;
//! ```
//!
//! # Fix
//! None: only the author knows which one is right.
//!
//! # Seen in
//! Records with data from two programs.

use crate::rules::prelude::*;

rule! {
    "evaluation_against_mate.rs", epd_fault::EVALUATION_AGAINST_MATE;
    WARN, None, Record(message)
}

fn message(_: &RuleContext<'_>, note: &Note) -> Message {
    Message::new(note.diagnostic.span, "`ce` is not the evaluation of the mate in `dm`")
        .help("a mate in N has the evaluation 32768 - 2N")
}
