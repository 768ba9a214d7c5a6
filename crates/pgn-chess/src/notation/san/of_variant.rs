//! Canonical texts of the moves of variants, and why a text is not such a move.
//!
//! Standard: §8.2.3. Decisions: D-32, D-60.

use super::{IllegalMoveError, to_text_unmarked};
use crate::bitboard::Bitboard;
use crate::movegen::{self, Kings};
use crate::moves::{Move, MoveList};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::rules_of;
use crate::square::Square;

/// The legal move with this canonical SAN, except for a mark at the end. The text is in a word, its
/// first byte lowest.
///
/// The move is found by being written: that needs no second knowledge of the notation.
#[cold]
#[inline(never)]
pub(super) fn read_word(position: &Position, word: u64, len: usize) -> Option<Move> {
    let bytes = word.to_le_bytes();
    let text = bytes.get(..len)?;
    let ([body @ .., b'+' | b'#'] | body) = text;
    if word.checked_shr(8 * len as u32).unwrap_or(0) != 0 || body.len() < 2 {
        return None;
    }
    let square = body.windows(2).filter_map(Square::from_ascii).next_back();
    let legal = position.legal_moves();
    let may_be = |mv: &&Move| mv.is_castle() || Some(mv.to()) == square;
    let mut found = legal
        .iter()
        .filter(may_be)
        .filter(|mv| to_text_unmarked(position, **mv).as_bytes() == body);
    found.next().copied()
}

/// The game is over by a rule of its variant.
pub(super) fn explain_end(position: &Position) -> Option<IllegalMoveError> {
    let ending = (rules_of(position.variant).ending)(position)?;
    Some(IllegalMoveError::GameOver { reason: ending.reason })
}

/// Why no piece of this role goes to the square, if the reason is not one of ordinary chess.
pub(super) fn explain(
    position: &Position,
    role: Option<Role>,
    origin: Bitboard,
    to: Square,
) -> Option<IllegalMoveError> {
    if let Some(over) = explain_end(position) {
        return Some(over);
    }
    let is_meant = |mv: &&Move| {
        let moved = position.piece_at(mv.from()).map(|piece| piece.role);
        mv.to() == to && origin.contains(mv.from()) && (role.is_none() || role == moved)
    };
    let mut all = MoveList::new();
    movegen::piece_moves(position, Kings::Common, &mut all);
    let mv = *all.iter().find(is_meant)?;
    let variant = position.variant;
    if variant.is_losing_chess() && !position.is_capture(mv) {
        return Some(IllegalMoveError::MustCapture);
    }
    if variant.explodes() {
        return of_blast(position, mv);
    }
    if variant.row().forbids_checks {
        let mut ordinary = MoveList::new();
        movegen::generate(position, &mut ordinary);
        return ordinary.contains(&mv).then_some(IllegalMoveError::GivesCheck);
    }
    None
}

fn of_blast(position: &Position, mv: Move) -> Option<IllegalMoveError> {
    let role = position.piece_at(mv.from())?.role;
    if position.is_capture(mv) && role == Role::King {
        return Some(IllegalMoveError::KingTakes);
    }
    let loses_king = position.after(mv).king(position.turn).is_none();
    loses_king.then_some(IllegalMoveError::OwnKingExplodes { color: position.turn })
}

/// Why a piece of this role cannot be dropped there.
pub(super) fn explain_drop(position: &Position, role: Role, to: Square) -> IllegalMoveError {
    let color = position.turn;
    if !position.variant.row().has_pockets {
        return IllegalMoveError::NoDrops;
    }
    if position.extras.pocket(color).count(role) == 0 {
        return IllegalMoveError::NotInPocket { color, role };
    }
    if role == Role::Pawn && Bitboard::END_RANKS.contains(to) {
        return IllegalMoveError::PawnOnEndRank { square: to };
    }
    let checker = position.checkers().first().filter(|_| !position.board.occupied().contains(to));
    match checker.and_then(|at| Some((at, position.piece_at(at)?.role))) {
        Some((at, by)) => IllegalMoveError::StillInCheck { color, by, at },
        None => IllegalMoveError::SquareTaken { square: to },
    }
}
