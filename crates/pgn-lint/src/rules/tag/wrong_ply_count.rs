//! A PlyCount that differs from the game.
//!
//! # What it finds
//! A PlyCount that is not the number of plies of the main line. Games whose main line cannot be
//! played to its end are left alone.
//!
//! # Why it matters
//! Moves were lost or added since it was written.
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
//! Unsafe: the right number is written; if moves were lost, the old one was the only trace of it.
//!
//! # Seen in
//! Databases whose games were cut.

use crate::rules::prelude::*;
use pgnkit::tag::{ValueType, parse_ply_count};

/// The fault.
pub(crate) const FAULT: Fault = Fault {
    code: Code::new('T', 122),
    name: "wrong-ply-count",
    standing: Standing::Remark,
    section: "§9.9.3",
    summary: "PlyCount that differs from the game",
};

pub(crate) const RULE: Rule = Rule::new(
    FAULT,
    Levels::WARN,
    FixKind::Unsafe,
    include_str!("wrong_ply_count.rs"),
    Check::Tag(Heeds::Types(&[ValueType::PlyCount]), check),
);

fn check(scene: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    if !scene.game.is_played {
        return;
    }
    let Ok(Some(written)) = parse_ply_count(&tag.value) else { return };
    let n_plies = scene.game.n_plies;
    if written != n_plies {
        let message = format!("expected PlyCount {n_plies}, found {written}");
        let told = Told::new(tag.place.value, message).help("look whether moves are missing");
        report.push(told.risky(format!("write {n_plies}"), tag.rewrite(&n_plies.to_string())));
    }
}
