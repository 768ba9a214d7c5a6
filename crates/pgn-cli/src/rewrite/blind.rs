//! Games in Blind Game Notation.
//!
//! Owns: what is said of what was lost. Knows nothing of: the notation.
//! Decisions: D-61.
//! Start at [`BlindWriter`].

use super::export::count_losses;
use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::convert::blind::Blind;
use pgnkit::write::Loss;

/// Writes games for people who listen.
pub(super) struct BlindWriter {
    blind: Blind,
    losses: Vec<Loss>,
}

impl BlindWriter {
    pub(super) fn new(blind: Blind) -> BlindWriter {
        BlindWriter { blind, losses: Vec::new() }
    }
}

impl WriteGame for BlindWriter {
    /// Writes the game; says what was lost.
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.losses.clear();
        self.blind.append(game, &mut into.text, &mut self.losses);
        count_losses(&self.losses, place, loudness, &mut into.findings);
    }
}
