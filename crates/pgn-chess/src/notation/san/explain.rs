//! Finds the reason why no legal move fits a text.
//!
//! Standard: §8.2.3.7. Decisions: D-32, D-33.

use super::forms::Sign;
use super::illegal::IllegalMoveError;
use super::lax::meant_castling;
use super::of_variant;
use super::shape::PieceMove;
use super::uncommon_form::castling_move;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::movegen::{self, CastleObstacle};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::square::Square;

/// The first piece that gives check to the side to move.
pub(super) fn check(position: &Position) -> Option<(Role, Square)> {
    let at = position.checkers().first()?;
    Some((role_at(position, at), at))
}

fn role_at(position: &Position, square: Square) -> Role {
    position.piece_at(square).map_or(Role::Pawn, |piece| piece.role)
}

/// Why castling to this side is not legal.
pub(super) fn castle(position: &Position, side: Side) -> IllegalMoveError {
    if let Some(over) = of_variant::explain_end(position) {
        return over;
    }
    let color = position.turn();
    let lost = IllegalMoveError::CastlingLost { color, side };
    let Some(mv) = castling_move(position, side) else { return lost };
    match movegen::castle_obstacle(position, mv.from(), mv.to()) {
        None => lost,
        Some(CastleObstacle::Occupied(at)) => {
            IllegalMoveError::CastlingBlocked { by: role_at(position, at), at }
        }
        Some(CastleObstacle::Attacked { square, by: at }) => {
            let by = role_at(position, at);
            if square == mv.from() {
                IllegalMoveError::CastlingInCheck { by, at }
            } else if square == side.king_target(color) {
                IllegalMoveError::IntoCheck { by, at }
            } else {
                IllegalMoveError::CastlingThroughCheck { square, by, at }
            }
        }
    }
}

/// Why this piece cannot be dropped there.
pub(super) fn drop(position: &Position, role: Role, to: Square) -> IllegalMoveError {
    of_variant::explain_end(position)
        .unwrap_or_else(|| of_variant::explain_drop(position, role, to))
}

/// Why no piece can make this move.
///
/// The questions in the order in which a player would ask them: Is there such a piece? Is the
/// target free for it? Can it reach the target at all? Is something in the way? Would the king be
/// in check?
pub(super) fn piece_move(position: &Position, mv: &PieceMove) -> IllegalMoveError {
    if !position.variant().is_orthodox()
        && let Some(to) = mv.to()
        && let Some(reason) = of_variant::explain(position, mv.role, mv.origin(), to)
    {
        return reason;
    }
    let us = position.turn();
    let role = match role(position, mv) {
        Ok(role) => role,
        Err(reason) => return reason,
    };
    if mv.promotion.is_some() && role != Role::Pawn {
        return IllegalMoveError::NoPromotion;
    }
    if role == Role::King
        && let Some(side) = meant_castling(position, mv)
    {
        return castle(position, side);
    }
    let all = position.board().by_piece(us, role);
    if all.is_empty() {
        return IllegalMoveError::NoSuchPiece { color: us, role };
    }
    let pieces = all & mv.origin();
    if pieces.is_empty() {
        return IllegalMoveError::NoneThere { color: us, role, file: mv.file, rank: mv.rank };
    }
    let Some(to) = mv.to() else {
        // Only `ed` and `exd` name no square.
        return IllegalMoveError::NoPawnCapture {
            from: mv.file.unwrap_or(mv.to_file),
            to: mv.to_file,
        };
    };
    if let Some(own) = position.piece_at(to).filter(|piece| piece.color == us) {
        return IllegalMoveError::OwnMan { color: us, role: own.role, square: to };
    }
    if role == Role::Pawn {
        return pawn(position, mv, pieces, to);
    }
    let occupied = position.board().occupied();
    let mut reaching =
        pieces.filter(|from| attacks::attacks(us, role, *from, occupied).contains(to));
    match reaching.next() {
        Some(from) => unsafe_move(position, role, from, to),
        None => unreachable(position, role, pieces, to),
    }
}

/// The intended role; bare coordinates mean the piece on the origin.
fn role(position: &Position, mv: &PieceMove) -> Result<Role, IllegalMoveError> {
    if let Some(role) = mv.role {
        return Ok(role);
    }
    let Some(square) = mv.file.zip(mv.rank).map(|(file, rank)| Square::from_coords(file, rank))
    else {
        return Ok(Role::Pawn);
    };
    match position.piece_at(square) {
        None => Err(IllegalMoveError::EmptySquare { square }),
        Some(piece) if piece.color != position.turn() => {
            Err(IllegalMoveError::NotYours { color: piece.color, role: piece.role, square })
        }
        Some(piece) => Ok(piece.role),
    }
}

/// No piece of the role attacks the target: blocked, or simply too far.
fn unreachable(position: &Position, role: Role, pieces: Bitboard, to: Square) -> IllegalMoveError {
    let occupied = position.board().occupied();
    let Some(from) = pieces.single() else {
        return IllegalMoveError::CannotReach { role, to, from: None };
    };
    if attacks::attacks(position.turn(), role, from, Bitboard::EMPTY).contains(to) {
        let mut blockers = attacks::between(from, to) & occupied;
        let nearest = blockers.find(|at| !attacks::between(from, *at).intersects(occupied));
        if let Some(at) = nearest {
            return IllegalMoveError::Blocked { role, from, by: role_at(position, at), at };
        }
    }
    IllegalMoveError::CannotReach { role, to, from: Some(from) }
}

fn pawn(position: &Position, mv: &PieceMove, pieces: Bitboard, to: Square) -> IllegalMoveError {
    let us = position.turn();
    match mv.promotion {
        Some(role @ (Role::King | Role::Pawn)) => return IllegalMoveError::BadPromotion { role },
        Some(_) if !Bitboard::END_RANKS.contains(to) => return IllegalMoveError::NoPromotion,
        Some(_) | None => {}
    }
    let occupied = position.board().occupied();
    for from in pieces {
        if attacks::pawn(us, from).contains(to) {
            let is_en_passant = position.ep_square() == Some(to);
            if !occupied.contains(to) && !is_en_passant {
                return IllegalMoveError::NothingToCapture { square: to };
            }
        } else if let Some(path) = advance(us, from, to) {
            if occupied.contains(to) && mv.sign == Sign::Capture {
                return IllegalMoveError::StraightCapture { square: to };
            }
            if path.intersects(occupied) {
                return IllegalMoveError::PawnBlocked { from };
            }
        } else {
            continue;
        }
        if mv.promotion.is_none() && Bitboard::END_RANKS.contains(to) {
            return IllegalMoveError::PromotionMissing { square: to };
        }
        return unsafe_move(position, Role::Pawn, from, to);
    }
    IllegalMoveError::CannotReach { role: Role::Pawn, to, from: pieces.single() }
}

/// The squares that must be empty for a pawn to advance so, if it can on an empty board.
pub(super) fn advance(us: Color, from: Square, to: Square) -> Option<Bitboard> {
    let (start, end) = (from.rank().relative_to(us).index(), to.rank().relative_to(us).index());
    let is_advance = from.file() == to.file() && (end == start + 1 || (start == 1 && end == 3));
    is_advance.then(|| attacks::between(from, to) | to.into())
}

/// The piece can go there but for its king.
fn unsafe_move(position: &Position, role: Role, from: Square, to: Square) -> IllegalMoveError {
    let us = position.turn();
    let board = position.board();
    let mut gone = Bitboard::from_square(from) | to.into();
    if role == Role::Pawn && position.ep_square() == Some(to) {
        gone |= Square::wrap(to.index() ^ 8).into();
    }
    let occupied = (board.occupied() & !gone) | to.into();
    let king = if role == Role::King { Some(to) } else { position.king(us) };
    let attackers =
        king.map_or(Bitboard::EMPTY, |king| board.attackers(!us, king, occupied)) & !gone;
    let Some(at) = attackers.first() else {
        return IllegalMoveError::CannotReach { role, to, from: Some(from) };
    };
    if role == Role::King {
        return IllegalMoveError::IntoCheck { by: role_at(position, at), at };
    }
    if let Some(at) = (attackers & position.checkers()).first() {
        return IllegalMoveError::StillInCheck { color: us, by: role_at(position, at), at };
    }
    let by = role_at(position, at);
    if position.is_pinned(from) {
        IllegalMoveError::Pinned { role, from, by, at }
    } else {
        IllegalMoveError::IntoCheck { by, at }
    }
}
