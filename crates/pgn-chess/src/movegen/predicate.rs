//! Tests whether a single move is legal, by the rules and without the generator.
//!
//! Decisions: D-60.

use super::king;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::square::{Rank, Square};

/// True if the move is legal here, kind included. The null move is not.
pub(crate) fn is_legal(position: &Position, mv: Move) -> bool {
    let (us, from, to) = (position.turn, mv.from(), mv.to());
    let Some(piece) = position.piece_at(from) else { return false };
    if piece.color != us {
        return false;
    }
    let kind = mv.kind();
    // Moves that are not legal may leave a side several kings: one of them is guarded, and moves.
    if piece.role == Role::King && position.king(us) != Some(from) {
        return false;
    }
    if kind == MoveKind::Castle {
        return piece.role == Role::King
            && position.castling_rooks(us).contains(to)
            && king::castle_is_legal(position, from, to);
    }
    let reaches = match piece.role {
        Role::Pawn => return pawn_is_legal(position, from, to, kind),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(us, piece.role, from, position.board.occupied()).contains(to)
        }
    };
    kind == MoveKind::Normal
        && reaches
        && !position.by_color(us).contains(to)
        && king::is_safe(position, from, to)
}

fn pawn_is_legal(position: &Position, from: Square, to: Square, kind: MoveKind) -> bool {
    let us = position.turn;
    let up: i8 = if us == Color::White { 8 } else { -8 };
    let occupied = position.board.occupied();
    let advance = to.index() as i8 - from.index() as i8;
    let takes = attacks::pawn(us, from).contains(to);
    let reaches_end = Bitboard::END_RANKS.contains(to);
    let moves = match kind {
        MoveKind::Normal | MoveKind::Promotion(_) => {
            let one_step = advance == up && !occupied.contains(to);
            let promotes = matches!(kind, MoveKind::Promotion(_));
            if kind == MoveKind::Promotion(Role::King) {
                return false;
            }
            promotes == reaches_end && (one_step || (takes && position.by_color(!us).contains(to)))
        }
        MoveKind::DoublePush => {
            advance == 2 * up
                && from.rank().relative_to(us).index() == Rank::FIRST.index() + 1
                && !occupied.contains(to)
                && !attacks::between(from, to).intersects(occupied)
        }
        MoveKind::EnPassant => {
            return takes
                && position.ep_square() == Some(to)
                && king::en_passant_is_safe(position, from, to);
        }
        MoveKind::Null | MoveKind::Castle | MoveKind::Drop(_) => false,
    };
    moves && king::is_safe(position, from, to)
}
