//! The legal moves of variants, by their tables.
//!
//! Decisions: D-60.

use crate::movegen::{self, Sink};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::square::Square;

pub(crate) use crate::movegen::Kings;

/// All legal moves; none when the game is over.
pub(crate) fn legal_moves(position: &Position) -> MoveList {
    let differences = position.variant.differences();
    let mut moves = MoveList::new();
    if (differences.ending)(position).is_none() {
        (differences.moves)(position, &mut moves);
    }
    moves
}

/// Feeds every legal move to the sink; true if the sink asked to stop.
#[cold]
#[inline(never)]
pub(crate) fn feed<S: Sink>(position: &Position, sink: &mut S) -> bool {
    legal_moves(position).iter().any(|mv| sink.one(*mv))
}

/// True if the move is legal.
#[cold]
#[inline(never)]
pub(crate) fn is_legal(position: &Position, mv: Move) -> bool {
    legal_moves(position).contains(&mv)
}

/// True if the piece may go to the square.
#[cold]
#[inline(never)]
pub(crate) fn is_safe(position: &Position, from: Square, to: Square) -> bool {
    let is_it = |mv: &Move| mv.from() == from && mv.to() == to && mv.dropped().is_none();
    legal_moves(position).iter().any(is_it)
}

/// The legal moves of ordinary chess.
pub(super) fn orthodox(position: &Position, moves: &mut MoveList) {
    let _ = movegen::generate_orthodox(position, moves);
}

/// The moves of all pieces as they go, whatever becomes of a king; no castling.
pub(super) fn of_pieces(position: &Position, kings: Kings, moves: &mut MoveList) {
    movegen::piece_moves(position, kings, moves);
}
