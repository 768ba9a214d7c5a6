//! Games as bytes that are no text: PGC, and the packed games of Scid.
//!
//! Owns: what is said when a game does not fit. Knows nothing of: the formats.
//! Standard: §13.5, §20. Decisions: D-53.
//! Start at [`BinaryWriter`].

use super::export::count_losses;
use super::finding::Line;
use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgn_foreign::scid::Packer;
use pgnkit::Game;
use pgnkit::pgc::Encoder;
use pgnkit::write::{Error, Loss};

/// Packs a game, unless something of it does not fit.
pub(super) trait Pack: Send {
    /// Appends the game, and what it lost to `losses`; or says what does not fit.
    fn append(
        &mut self,
        game: &Game,
        out: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) -> Result<(), String>;
}

impl Pack for Encoder {
    fn append(
        &mut self,
        game: &Game,
        out: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) -> Result<(), String> {
        self.append(game, out, losses).map_err(|error| match error {
            Error::Refused(misfits) => listed(&misfits),
            Error::Io(error) => error.to_string(),
        })
    }
}

impl Pack for Packer {
    fn append(
        &mut self,
        game: &Game,
        out: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) -> Result<(), String> {
        self.append(game, out, losses).map_err(|misfit| misfit.to_string())
    }
}

/// Writes packed games one after the other.
pub(super) struct BinaryWriter<P> {
    packer: P,
    losses: Vec<Loss>,
}

impl<P: Pack> BinaryWriter<P> {
    pub(super) fn new(packer: P) -> BinaryWriter<P> {
        BinaryWriter { packer, losses: Vec::new() }
    }
}

impl<P: Pack> WriteGame for BinaryWriter<P> {
    /// Writes the game, unless something of it does not fit; says what was lost.
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.losses.clear();
        let written = self.packer.append(game, &mut into.text, &mut self.losses);
        let findings = &mut into.findings;
        match written {
            Ok(()) => count_losses(&self.losses, place, loudness, findings),
            Err(why) => {
                findings.n_refused += 1;
                let why = format!("does not fit: {why}");
                findings.lines.push(Line::Refused(place.begin(), why));
            }
        }
    }
}

fn listed(misfits: &[Loss]) -> String {
    let said = |misfit: &Loss| format!("{misfit} ({})", misfit.fault.code);
    misfits.iter().map(said).collect::<Vec<_>>().join(", ")
}
