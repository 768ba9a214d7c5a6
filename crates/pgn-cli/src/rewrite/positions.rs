//! Games as records of EPD, one for each position of the main line.
//!
//! Owns: what is said of games without a position, and of what was lost. Knows nothing of: what
//! goes into a record.
//! Standard: §16.2. Decisions: D-48.
//! Start at [`PositionWriter`].

use super::export::count_losses;
use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::epd::{self, Form};
use pgnkit::write::Loss;

/// Writes the positions of games.
pub(super) struct PositionWriter {
    form: Form,
    losses: Vec<Loss>,
}

impl PositionWriter {
    pub(super) fn new(form: Form) -> PositionWriter {
        PositionWriter { form, losses: Vec::new() }
    }
}

impl WriteGame for PositionWriter {
    /// Writes the records of a game, a line each; says what was lost.
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.losses.clear();
        let (form, losses, text) = (self.form, &mut self.losses, &mut into.text);
        let is_checked = epd::records(game, |record| {
            epd::append(record, form, text, losses);
            text.push(b'\n');
        });
        into.findings.n_unchecked += u64::from(!is_checked);
        count_losses(&self.losses, place, loudness, &mut into.findings);
    }
}
