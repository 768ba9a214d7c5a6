//! Plays the moves of records.

use pgnkit::chess::Move;
use pgnkit::game::{NodeId, Recorder};

/// The next move; `None` if it is illegal. An illegal move that stood is played if the process
/// keeps such moves: the reader of the game that is written marks it.
#[inline]
pub(super) fn play_move(recorder: &mut Recorder<'_>, mv: Move) -> Option<NodeId> {
    match recorder.play(mv) {
        None => play_illegal(recorder, mv),
        node => node,
    }
}

#[cfg(not(target_family = "wasm"))]
#[cold]
fn play_illegal(recorder: &mut Recorder<'_>, mv: Move) -> Option<NodeId> {
    use pgnkit::read::IllegalMoves;
    match IllegalMoves::default() {
        IllegalMoves::Stop => None,
        IllegalMoves::Keep => recorder.play_illegal(mv),
    }
}

#[cfg(target_family = "wasm")]
fn play_illegal(_: &mut Recorder<'_>, _: Move) -> Option<NodeId> {
    None
}
