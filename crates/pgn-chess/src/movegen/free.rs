//! Pseudo-legal moves, for variants in which no king has to be protected.
//!
//! Decisions: D-60.

use super::{GenerationContext, Sink, pawns, pieces};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::{BLACK, Color, Role, WHITE};
use crate::position::Position;

/// The moves of kings that may be left in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kings {
    /// Like other pieces, and there may be any number of them.
    Common,
    /// Without taking anything.
    Peaceful,
}

/// The moves of all pieces without regard to check, except castling.
pub(crate) fn piece_moves(position: &Position, kings: Kings, moves: &mut MoveList) {
    match position.turn {
        Color::White => moves_for::<WHITE>(position, kings, moves),
        Color::Black => moves_for::<BLACK>(position, kings, moves),
    }
}

fn moves_for<const US: usize>(position: &Position, kings: Kings, moves: &mut MoveList) {
    let board = &position.board;
    let (own, enemy) = (board.of_color(US), board.of_color(US ^ 1));
    let frame = GenerationContext {
        position,
        king: None,
        own,
        enemy,
        occupied: own | enemy,
        pinned: Bitboard::EMPTY,
        targets: !own,
    };
    let _ = pieces(&frame, moves) || pawns::moves::<MoveList, US>(&frame, moves);
    let free = match kings {
        Kings::Common => !own,
        Kings::Peaceful => !frame.occupied,
    };
    for from in own & board.by_role(Role::King) {
        let _ = moves.piece(from, attacks::king(from) & free);
    }
    let Some(to) = position.ep_square() else { return };
    for from in position.ep_pawns(to) {
        moves.push(Move::new(from, to, MoveKind::EnPassant));
    }
}
