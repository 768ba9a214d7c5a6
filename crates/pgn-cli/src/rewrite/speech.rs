//! Games as sentences to be read aloud.
//!
//! Owns: the number that begins a game, what is said of what was lost. Knows nothing of: sentences.
//! Decisions: D-61, D-62.
//! Start at [`SpeechWriter`].

use super::export::count_losses;
use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::convert::speech::Speech;
use pgnkit::write::Loss;

/// Says games.
pub(super) struct SpeechWriter {
    speech: Speech,
    losses: Vec<Loss>,
}

impl SpeechWriter {
    pub(super) fn new(speech: Speech) -> SpeechWriter {
        SpeechWriter { speech, losses: Vec::new() }
    }
}

impl WriteGame for SpeechWriter {
    /// Says the game, its number in the file first.
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.losses.clear();
        self.speech.append(game, Some(place.number()), &mut into.text, &mut self.losses);
        count_losses(&self.losses, place, loudness, &mut into.findings);
    }
}
