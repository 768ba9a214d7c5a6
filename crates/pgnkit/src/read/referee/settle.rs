//! Determines the outcome of a game from its tag, its marker and its last position.
//!
//! Standard: §8.1.1.7, §8.2.6. Decisions: D-22, D-74.

use super::tags::ResultTag;
use super::{GameListener, Referee};
use crate::fault;
use crate::read::note::{Detail, NoteSink};
use crate::tag::Outcome;

impl<F: GameListener, S: NoteSink> Referee<F, S> {
    /// The outcome from the tag and the marker together (D-22).
    pub(super) fn settle(&mut self) -> Outcome {
        let written = self.tags.result.take();
        let span = written.map_or(self.marker_span, |tag| tag.span);
        // A tag such as `?` contains no result that a marker could contradict.
        let says = |tag: &ResultTag| tag.is_exact || tag.outcome.is_some_and(Outcome::is_known);
        let tag = written.filter(says).and_then(|tag| tag.outcome);
        let marker = self.marker.take();
        let taken = take_outcome(tag, marker, || self.board_outcome());
        if let Some(written) = written {
            if !written.is_exact {
                self.note(&fault::BAD_RESULT, span, Detail::None);
            } else if tag.is_some_and(|tag| !tag.is_standard()) {
                self.note(&fault::SPECIAL_RESULT, span, Detail::None);
            }
        }
        if let (Some(said), Some(marked)) = (tag, marker)
            && said.half_points() != marked.half_points()
        {
            let detail = Detail::Result { tag, marker, taken };
            if said.conflicts_with_marker(marked) {
                self.note(&fault::RESULT_MISMATCH, span, detail);
            } else if said.is_standard() {
                self.note(&fault::OPEN_MARKER, self.marker_span, detail);
            }
        }
        self.compare_with_board(taken);
        taken
    }

    /// The outcome that the final position of the main line proves.
    fn board_outcome(&self) -> Option<Outcome> {
        if !self.is_checked || self.last.is_none() {
            return None;
        }
        Some(Outcome::won_by(self.position.ending()?.winner))
    }

    fn compare_with_board(&mut self, taken: Outcome) {
        if let Some(proved) = self.board_outcome()
            && proved != taken
            && taken.is_known()
            && taken.is_standard()
        {
            let position = self.position;
            self.note(&fault::RESULT_AGAINST_BOARD, self.marker_span, Detail::Board(&position));
        }
    }
}

/// The outcome of a game with this tag and this marker (D-22, D-74); `board` is called if they
/// contradict each other.
fn take_outcome(
    tag: Option<Outcome>,
    marker: Option<Outcome>,
    board: impl FnOnce() -> Option<Outcome>,
) -> Outcome {
    let (tag, marker) = match (tag, marker) {
        (Some(tag), Some(marker)) => (tag, marker),
        (only, None) | (None, only) => return only.unwrap_or_default(),
    };
    match (tag.half_points(), marker.half_points()) {
        (None, _) => marker,
        (_, None) => tag,
        // The more specific of two values with the same points: `1-0F` before `1-0`.
        (said, marked) if said == marked => {
            if tag.is_standard() {
                marker
            } else {
                tag
            }
        }
        _ => match board() {
            Some(outcome) if outcome == marker => marker,
            Some(_) | None => tag,
        },
    }
}
