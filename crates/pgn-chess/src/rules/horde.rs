//! Horde: white pawns without a king against the usual army.
//!
//! Decisions: D-60.

use super::ending::{self, EndReason, Ending};
use super::{ORTHODOX, Rules, moves};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::square::{Rank, Square};

pub(super) const RULES: Rules = Rules { moves, ending, is_dead: ending::never, faults, ..ORTHODOX };

/// A pawn on the first rank may advance two squares; it cannot be captured en passant, so the move
/// is not a double push.
fn moves(position: &Position, moves: &mut MoveList) {
    moves::orthodox(position, moves);
    if position.turn == Color::Black {
        return;
    }
    let empty = !position.board.occupied();
    let first =
        position.board.by_piece(Color::White, Role::Pawn) & Bitboard::from_rank(Rank::FIRST);
    let two = ((first.shifted(8) & empty).shifted(8)) & empty;
    for to in two {
        moves.push(Move::new(Square::wrap(to.index() - 16), to, MoveKind::Normal));
    }
}

fn ending(position: &Position) -> Option<Ending> {
    if position.board.by_color(Color::White).is_empty() {
        return Ending::won(Color::Black, EndReason::HordeTaken);
    }
    None
}

/// White has no king, and may have pawns on its first rank.
fn faults(setup: &Setup, faults: SetupError) -> SetupError {
    let board = &setup.board;
    let pawns = board.by_role(Role::Pawn);
    let first = board.by_piece(Color::White, Role::Pawn) & Bitboard::from_rank(Rank::FIRST);
    let mut left = faults.without(SetupError::NO_WHITE_KING);
    if !board.by_piece(Color::White, Role::King).is_empty() {
        left |= SetupError::MANY_WHITE_KINGS;
    }
    if !(pawns & !first).intersects(Bitboard::END_RANKS) {
        left = left.without(SetupError::PAWN_ON_END_RANK);
    }
    left
}

/// True if there is no white king and there are more than eight white pawns.
pub(crate) fn is_horde(setup: &Setup) -> bool {
    setup.board.by_piece(Color::White, Role::King).is_empty()
        && setup.board.by_piece(Color::White, Role::Pawn).len() > 8
}
