//! Atomic: captures blow up the pieces around them.
//!
//! Decisions: D-60.

use super::ending::{EndReason, Ending};
use super::{ORTHODOX, Rules, moves, play};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::movegen;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::square::Square;

pub(super) const RULES: Rules = Rules { moves, ending, is_dead, faults, ..ORTHODOX };

/// Every move is tried: a side that leaves no enemy king has won, whatever happens to its own king,
/// as long as it has one.
fn moves(position: &Position, moves: &mut MoveList) {
    let mut all = MoveList::new();
    moves::of_pieces(position, moves::Kings::Peaceful, &mut all);
    for mv in all.iter().filter(|mv| is_survived(position, **mv)) {
        moves.push(*mv);
    }
    let Some(king) = position.king(position.turn) else { return };
    for rook in position.castling_rooks(position.turn) {
        let mv = Move::new(king, rook, MoveKind::Castle);
        if may_castle(position, king, rook) && is_survived(position, mv) {
            moves.push(mv);
        }
    }
}

fn is_survived(position: &Position, mv: Move) -> bool {
    let us = position.turn;
    let mut after = *position;
    play::play_unkeyed(&mut after, mv);
    let (Some(own), enemy) = (after.king(us), after.king(!us)) else { return false };
    enemy.is_none() || !is_attacked(&after, us, own)
}

/// The path is free, and no square of it except the last, which is tried, is attacked. Squares next
/// to the enemy king are not: capturing there would blow him up too.
fn may_castle(position: &Position, king: Square, rook: Square) -> bool {
    let enemy = position.king(!position.turn);
    let near = enemy.map_or(Bitboard::EMPTY, attacks::king);
    let without_king = position.board.occupied() & !Bitboard::from_square(king);
    movegen::castle_is_free(position, king, rook)
        && !(movegen::castle_king_path(position, king, rook) & !near).into_iter().any(|square| {
            !position.board.attackers(!position.turn, square, without_king).is_empty()
        })
}

/// True if a king of this color on this square is in check: kings side by side are not.
pub(super) fn is_attacked(position: &Position, color: Color, king: Square) -> bool {
    let board = &position.board;
    !attacks::king(king).intersects(board.by_piece(!color, Role::King))
        && !board.attackers(!color, king, board.occupied()).is_empty()
}

fn ending(position: &Position) -> Option<Ending> {
    let mut colors = [!position.turn, position.turn].into_iter();
    let winner = colors.find(|color| position.king(!*color).is_none());
    Ending::won(winner?, EndReason::KingExploded)
}

/// Neither side can blow up or mate the other king.
fn is_dead(position: &Position) -> bool {
    !Color::ALL.into_iter().any(|color| can_win(position, color))
}

/// Whether a side has enough material to win. Kings do not capture. A king next to one of its own
/// pieces can be blown up by any piece that reaches that piece; a lone king must be mated, and
/// cannot be attacked while the kings are adjacent.
fn can_win(position: &Position, color: Color) -> bool {
    let board = &position.board;
    let kings = board.by_role(Role::King);
    let (own, others) = (board.by_color(color) & !kings, board.by_color(!color) & !kings);
    if own.is_empty() {
        return false;
    }
    let count = |role| board.by_piece(color, role).len();
    let bishops = board.by_piece(color, Role::Bishop);
    let (light, dark) = (Bitboard::LIGHT, !Bitboard::LIGHT);
    if !others.is_empty() {
        // Bishops on squares of different colors never meet.
        let only_bishops = (own | others) == board.by_role(Role::Bishop);
        let meet = |color| (own & color).is_empty() || (others & color).is_empty();
        return !(only_bishops && meet(light) && meet(dark));
    }
    if count(Role::Queen) + count(Role::Pawn) > 0 {
        return true;
    }
    match own.len() {
        0 | 1 => false,
        2 if count(Role::Knight) == 2 => false,
        _ => own != bishops || !((own & light).is_empty() || (own & dark).is_empty()),
    }
}

/// The king of the side to move may have been blown up just now.
fn faults(setup: &Setup, faults: SetupError) -> SetupError {
    let lost = match setup.turn {
        Color::White => SetupError::NO_WHITE_KING,
        Color::Black => SetupError::NO_BLACK_KING,
    };
    let mut left = faults.without(lost);
    if setup.board.kings_touch() || faults.contains(lost) {
        left = left.without(SetupError::OPPONENT_IN_CHECK);
    }
    left
}
