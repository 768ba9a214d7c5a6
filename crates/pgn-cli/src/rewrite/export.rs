//! Games as PGN.
//!
//! Owns: what is said when a profile cannot hold a game. Knows nothing of: the profiles' insides.
//! Standard: §3.2. Decisions: D-39.
//! Start at [`Exporter`].

use super::finding::{Findings, Line};
use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::write::{Error, Export, Loss};

/// Writes games in a profile.
pub(super) struct Exporter {
    export: Export,
    losses: Vec<Loss>,
}

impl Exporter {
    pub(super) fn new(export: Export) -> Exporter {
        Exporter { export, losses: Vec::new() }
    }
}

impl WriteGame for Exporter {
    /// Writes the game, unless the profile refuses it; says what was lost.
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.losses.clear();
        let written = self.export.append(game, &mut into.text, &mut self.losses);
        let findings = &mut into.findings;
        if let Err(error) = written {
            let why = match &error {
                Error::Refused(_) => format!("not written: {error}"),
                Error::Io(_) => error.to_string(),
            };
            findings.n_refused += 1;
            findings.lines.push(Line::Refused(place.begin(), why));
            return;
        }
        count_losses(&self.losses, place, loudness, findings);
    }
}

/// Counts what was lost of a game, and tells each kind when that is wanted.
pub(super) fn count_losses(
    losses: &[Loss],
    place: Place<'_>,
    loudness: Loudness,
    findings: &mut Findings,
) {
    for loss in losses {
        findings.lose(loss);
        if loudness == Loudness::Verbose {
            let fault = loss.fault;
            let line = format!("{}: {} {}: {loss}", place.begin(), fault.code, fault.name);
            findings.lines.push(Line::Told(line));
        }
    }
}
