//! A PlyCount that differs from the game.
//!
//! # What it finds
//! A PlyCount that is not the number of plies of the main line. The rule skips games whose main
//! line contains an illegal move.
//!
//! # Why it matters
//! Moves were lost or added after it was written.
//!
//! # Standard
//! §9.9.3.
//!
//! # Example
//! ```pgn lax
//! [PlyCount "4"]
//! [Result "*"]
//!
//! 1. e4 e5 2. Nf3 *
//! ```
//!
//! # Instead
//! ```pgn
//! [PlyCount "3"]
//! [Result "*"]
//!
//! 1. e4 e5 2. Nf3 *
//! ```
//!
//! # Fix
//! Unsafe: it writes the right number. If moves were lost, the old number is the only evidence of
//! that.
//!
//! # Seen in
//! Databases whose games were truncated.

use crate::rules::prelude::*;
use pgnkit::tag::parse_ply_count;

rule! {
    "wrong_ply_count.rs", 'T' 122 "wrong-ply-count" Remark "§9.9.3"
        "PlyCount that differs from the game";
    WARN, Unsafe, Tag(TagFilter::Types(&[ValueType::PlyCount]), check)
}

fn check(context: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    if !context.game.is_played {
        return;
    }
    let Ok(Some(written)) = parse_ply_count(&tag.value) else { return };
    let n_plies = context.game.n_plies;
    if written != n_plies {
        let sentence = format!("expected PlyCount {n_plies}, found {written}");
        let message =
            Message::new(tag.place.value, sentence).help("check whether moves are missing");
        report.push(message.risky(format!("write {n_plies}"), tag.rewrite(&n_plies.to_string())));
    }
}
