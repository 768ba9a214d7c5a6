//! Games written by a function that returns the losses, or why it wrote no game.
//!
//! Standard: §3.2. Decisions: D-39.

use super::finding::{Findings, Line};
use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::write::{Export, Loss, WriteError};

/// Writes games with a function that appends to the losses, or returns why it wrote nothing.
pub(super) struct LossWriter<W> {
    write: W,
    losses: Vec<Loss>,
}

/// The writer of a function.
pub(super) fn by<W>(write: W) -> LossWriter<W>
where
    W: FnMut(&Game, Place<'_>, &mut Rewritten, &mut Vec<Loss>) -> Result<(), String> + Send,
{
    LossWriter { write, losses: Vec::new() }
}

/// The writer of a profile.
pub(super) fn in_profile(export: Export) -> impl WriteGame {
    by(move |game, _, into, losses| {
        export.append(game, &mut into.text, losses).map_err(|error| match &error {
            WriteError::Refused(_) => format!("not written: {error}"),
            WriteError::Io(_) => error.to_string(),
        })
    })
}

impl<W> WriteGame for LossWriter<W>
where
    W: FnMut(&Game, Place<'_>, &mut Rewritten, &mut Vec<Loss>) -> Result<(), String> + Send,
{
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.losses.clear();
        match (self.write)(game, place, into, &mut self.losses) {
            Ok(()) => count_losses(&self.losses, place, loudness, &mut into.findings),
            Err(why) => {
                into.findings.refused_count += 1;
                into.findings.lines.push(Line::Refused(place.begin(), why));
            }
        }
    }
}

/// Counts the losses of a game, and reports each kind if requested.
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
