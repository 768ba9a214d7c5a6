//! Crazyhouse: captured pieces can be dropped again.
//!
//! Decisions: D-60.

use super::{ORTHODOX, Rules, moves};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::variant::Pocket;

pub(super) const RULES: Rules = Rules { moves, is_dead, ..ORTHODOX };

fn moves(position: &Position, moves: &mut MoveList) {
    moves::orthodox(position, moves);
    let pocket = position.extras.pocket(position.turn);
    if pocket.is_empty() {
        return;
    }
    let squares = targets(position);
    for role in Pocket::ROLES.into_iter().filter(|role| pocket.count(*role) > 0) {
        let ends = if role == Role::Pawn { Bitboard::END_RANKS } else { Bitboard::EMPTY };
        for to in squares & !ends {
            moves.push(Move::new(to, to, MoveKind::Drop(role)));
        }
    }
}

/// Where a drop is legal: on any empty square; in check, only in front of the checker.
fn targets(position: &Position) -> Bitboard {
    let empty = !position.board.occupied();
    let checkers = position.checkers();
    match (position.king(position.turn), checkers.single()) {
        (Some(king), Some(checker)) => empty & attacks::between(king, checker),
        (Some(_), None) if !checkers.is_empty() => Bitboard::EMPTY,
        (_, _) => empty,
    }
}

/// With so few pieces in all that no mate can be built, wherever they are dropped.
fn is_dead(position: &Position) -> bool {
    let board = &position.board;
    let hands = Color::ALL.map(|color| position.extras.pocket(color));
    let has = |role: Role| {
        !board.by_role(role).is_empty() || hands.iter().any(|hand| hand.count(role) > 0)
    };
    let n_in_hand: u32 = hands.iter().map(|hand| hand.len()).sum();
    ![Role::Pawn, Role::Rook, Role::Queen].into_iter().any(has)
        && position.extras.promoted.is_empty()
        && board.occupied().len() + n_in_hand <= 3
}
