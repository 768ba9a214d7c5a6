//! The king: its steps, castling, and whether a move leaves it in check.
//!
//! Standard: §8.2.3.3. Decisions: D-60.

use super::{GenerationContext, Sink};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::Side;
use crate::moves::{Move, MoveKind};
use crate::piece::{BLACK, Color, Role, WHITE};
use crate::position::Position;
use crate::square::Square;

/// True if the side to move is not in check after an ordinary move of its own piece.
///
/// One look from the king's square covers pins, checks and the king's own steps; asking first
/// whether the piece can be pinned costs more than it saves.
#[inline]
pub(crate) fn is_safe(position: &Position, from: Square, to: Square) -> bool {
    match position.turn {
        Color::White => is_safe_for::<WHITE>(position, from, to),
        Color::Black => is_safe_for::<BLACK>(position, from, to),
    }
}

/// [`is_safe`] for the side to move, which is `US`.
#[inline(always)]
pub(crate) fn is_safe_for<const US: usize>(position: &Position, from: Square, to: Square) -> bool {
    let board = &position.board;
    let (own, enemy) = (board.of_color(US), board.of_color(US ^ 1));
    let target = Bitboard::from_square(to);
    // After a kept illegal move, a king may be attacked, but no king is ever captured.
    if (enemy & board.by_role(Role::King)).intersects(target) {
        return false;
    }
    let Some(king) = (own & board.by_role(Role::King)).first() else { return true };
    let king = if from == king { to } else { king };
    let enemy = enemy & !target;
    let occupied = (own & !Bitboard::from_square(from)) | target | enemy;
    !board.is_seen::<US>(king, enemy, occupied)
}

/// True if the side to move is not in check after capturing en passant.
pub(crate) fn en_passant_is_safe(position: &Position, from: Square, target: Square) -> bool {
    let us = position.turn;
    let Some(king) = position.board.king(us) else { return true };
    let captured = Bitboard::from_square(Square::wrap(target.index() ^ 8));
    let leaving = Bitboard::from_square(from) | captured;
    let occupied = (position.board.occupied() & !leaving) | target.into();
    (position.board.attackers(!us, king, occupied) & !captured).is_empty()
}

/// The squares next to the king that are free for it and not attacked.
#[inline(always)]
pub(super) fn steps<const US: usize>(frame: &GenerationContext<'_>) -> Bitboard {
    let Some(king) = frame.king else { return Bitboard::EMPTY };
    let without_king = frame.occupied & !Bitboard::from_square(king);
    let mut targets = attacks::king(king) & !frame.own & !frame.enemy_king();
    for to in targets {
        if frame.position.board.is_seen::<US>(to, frame.enemy, without_king) {
            targets &= !Bitboard::from_square(to);
        }
    }
    targets
}

/// True if the side to move has a legal step of its king; stops at the first one found.
pub(super) fn can_step(position: &Position) -> bool {
    match position.turn {
        Color::White => can_step_for::<WHITE>(&position.board),
        Color::Black => can_step_for::<BLACK>(&position.board),
    }
}

fn can_step_for<const US: usize>(board: &Board) -> bool {
    let (own, enemy) = (board.of_color(US), board.of_color(US ^ 1));
    let Some(king) = (own & board.by_role(Role::King)).first() else { return false };
    let without_king = (own | enemy) & !Bitboard::from_square(king);
    let taken = own | (enemy & board.by_role(Role::King));
    (attacks::king(king) & !taken)
        .into_iter()
        .any(|to| !board.is_seen::<US>(to, enemy, without_king))
}

/// Castling, unless in check; true if the sink asked to stop.
#[inline]
pub(super) fn castles<S: Sink, const US: usize>(
    frame: &GenerationContext<'_>,
    steps: Bitboard,
    sink: &mut S,
) -> bool {
    let Some(king) = frame.king else { return false };
    for rook in frame.position.castling_rooks(frame.position.turn) {
        // The king's own square and those next to it are known already.
        let known = steps | king.into();
        if castle_is_legal_for::<US>(frame.position, king, rook, known)
            && sink.one(Move::new(king, rook, MoveKind::Castle))
        {
            return true;
        }
    }
    false
}

/// An obstacle to castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastleObstacle {
    /// A piece on a square that must be free.
    Occupied(Square),
    /// An enemy piece at `by` attacks a square the king is on, passes or reaches.
    Attacked { square: Square, by: Square },
}

/// True if king and rook, having the right, may castle now.
pub(crate) fn castle_is_legal(position: &Position, king: Square, rook: Square) -> bool {
    match position.turn {
        Color::White => castle_is_legal_for::<WHITE>(position, king, rook, Bitboard::EMPTY),
        Color::Black => castle_is_legal_for::<BLACK>(position, king, rook, Bitboard::EMPTY),
    }
}

/// The same as [`castle_obstacle`] being `None`, without finding out which piece is in the way, and
/// without testing squares that are known to be safe.
fn castle_is_legal_for<const US: usize>(
    position: &Position,
    king: Square,
    rook: Square,
    known: Bitboard,
) -> bool {
    let board = &position.board;
    let (own, enemy) = (board.of_color(US), board.of_color(US ^ 1));
    let home = Bitboard::from_square(king);
    let others = (own | enemy) & !home & !Bitboard::from_square(rook);
    if castle_path(position, king, rook).intersects(others) {
        return false;
    }
    let side = Side::of(king, rook);
    let king_to = side.king_target(position.turn);
    let passed = attacks::between(king, king_to) | home;
    let without_king = (own | enemy) & !home;
    let after = others | king_to.into() | side.rook_target(position.turn).into();
    !board.is_seen::<US>(king_to, enemy, after)
        && !(passed & !known)
            .into_iter()
            .any(|square| board.is_seen::<US>(square, enemy, without_king))
}

/// The squares that must be free: those king and rook pass and reach, but their own.
#[inline]
fn castle_path(position: &Position, king: Square, rook: Square) -> Bitboard {
    let side = Side::of(king, rook);
    let (king_to, rook_to) = (side.king_target(position.turn), side.rook_target(position.turn));
    let both = Bitboard::from_square(king) | rook.into();
    (attacks::between(king, king_to)
        | king_to.into()
        | attacks::between(rook, rook_to)
        | rook_to.into())
        & !both
}

/// True if the squares that king and rook pass and reach are empty.
pub(crate) fn castle_is_free(position: &Position, king: Square, rook: Square) -> bool {
    let both = Bitboard::from_square(king) | rook.into();
    !castle_path(position, king, rook).intersects(position.board.occupied() & !both)
}

/// The squares that the king is on and passes, without the one that it goes to.
pub(crate) fn castle_king_path(position: &Position, king: Square, rook: Square) -> Bitboard {
    let king_to = Side::of(king, rook).king_target(position.turn);
    attacks::between(king, king_to) | king.into()
}

/// The first obstacle to castling, given the right.
pub(crate) fn castle_obstacle(
    position: &Position,
    king: Square,
    rook: Square,
) -> Option<CastleObstacle> {
    let us: Color = position.turn;
    let side = Side::of(king, rook);
    let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
    let board = &position.board;
    let both = Bitboard::from_square(king) | rook.into();
    let others = board.occupied() & !both;
    let king_path = attacks::between(king, king_to) | king_to.into();
    if let Some(square) = (castle_path(position, king, rook) & others).first() {
        return Some(CastleObstacle::Occupied(square));
    }
    let without_king = board.occupied() & !Bitboard::from_square(king);
    for square in Bitboard::from_square(king) | (king_path & !Bitboard::from_square(king_to)) {
        if let Some(by) = board.attackers(!us, square, without_king).first() {
            return Some(CastleObstacle::Attacked { square, by });
        }
    }
    // In Chess960 the rook may uncover an attack along the rank by leaving its square.
    let after = others | king_to.into() | rook_to.into();
    let by = board.attackers(!us, king_to, after).first()?;
    Some(CastleObstacle::Attacked { square: king_to, by })
}
