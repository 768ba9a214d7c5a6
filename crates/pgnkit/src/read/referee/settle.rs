//! How a game ended: what its tag, its marker and its last position say together.
//!
//! Owns: the choice between them. Knows nothing of: how moves are found.
//! Standard: §8.1.1.7, §8.2.6. Decisions: D-22.
//! Start at [`Referee::settle`].

use super::{GameListener, Referee};
use crate::fault;
use crate::read::note::{Detail, NoteSink};
use crate::tag::Outcome;

impl<F: GameListener, S: NoteSink> Referee<F, S> {
    /// What the tag and the marker say together (D-22).
    pub(super) fn settle(&mut self) -> Outcome {
        let written = self.tags.result.take();
        let span = written.map_or(self.marker_span, |tag| tag.span);
        let tag = written.and_then(|tag| tag.outcome);
        if written.is_some_and(|tag| !tag.is_exact) {
            self.note(&fault::BAD_RESULT, span, Detail::None);
        }
        let marker = self.marker.take();
        let taken = self.take_outcome(tag, marker);
        if written.is_some() && tag != marker && marker.is_some() {
            let detail = Detail::Result { tag, marker, taken };
            self.note(&fault::RESULT_MISMATCH, span, detail);
        }
        self.compare_with_board(taken);
        taken
    }

    fn take_outcome(&self, tag: Option<Outcome>, marker: Option<Outcome>) -> Outcome {
        match (tag, marker) {
            (Some(tag), Some(marker)) if tag == marker => tag,
            (None, Some(only)) | (Some(only), None) => only,
            (None, None) => Outcome::Unknown,
            (Some(Outcome::Unknown), Some(real)) | (Some(real), Some(Outcome::Unknown)) => real,
            (Some(tag), Some(marker)) => match self.board_outcome() {
                Some(outcome) if outcome == marker => marker,
                Some(_) | None => tag,
            },
        }
    }

    /// What the final position of the main line proves.
    fn board_outcome(&self) -> Option<Outcome> {
        if !self.is_checked || self.last.is_none() {
            return None;
        }
        Some(Outcome::won_by(self.position.ending()?.winner))
    }

    fn compare_with_board(&mut self, taken: Outcome) {
        if let Some(proved) = self.board_outcome()
            && proved != taken
            && taken != Outcome::Unknown
        {
            let position = self.position;
            self.note(&fault::RESULT_AGAINST_BOARD, self.marker_span, Detail::Board(&position));
        }
    }
}
