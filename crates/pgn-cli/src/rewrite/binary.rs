//! Games as PGC.
//!
//! Owns: what is said when a game does not fit. Knows nothing of: records.
//! Standard: §20. Decisions: D-53.
//! Start at [`BinaryWriter`].

use super::export::count_losses;
use super::finding::Line;
use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::pgc::{Encode, Encoder};
use pgnkit::write::{Error, Loss};

/// Writes games as records.
pub(super) struct BinaryWriter {
    encoder: Encoder,
    losses: Vec<Loss>,
}

impl BinaryWriter {
    pub(super) fn new(encode: Encode) -> BinaryWriter {
        BinaryWriter { encoder: Encoder::new(encode), losses: Vec::new() }
    }
}

impl WriteGame for BinaryWriter {
    /// Writes the game, unless something of it does not fit; says what was lost.
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.losses.clear();
        let written = self.encoder.append(game, &mut into.text, &mut self.losses);
        let findings = &mut into.findings;
        match written {
            Ok(()) => count_losses(&self.losses, place, loudness, findings),
            Err(error) => {
                let why = match error {
                    Error::Refused(misfits) => format!("does not fit: {}", listed(&misfits)),
                    Error::Io(error) => error.to_string(),
                };
                findings.n_refused += 1;
                findings.lines.push(Line::Refused(place.begin(), why));
            }
        }
    }
}

fn listed(misfits: &[Loss]) -> String {
    let said = |misfit: &Loss| format!("{misfit} ({})", misfit.fault.code);
    misfits.iter().map(said).collect::<Vec<_>>().join(", ")
}
