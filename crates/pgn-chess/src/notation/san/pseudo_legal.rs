//! Moves that stood although they were illegal: a piece could make them but for the safety of its
//! own king, or the side castled without the right.
//!
//! Decisions: D-33.

use super::reading::{Reading, SanOptions};
use super::spelling::Spelling;
use super::{lax, resolve, uncommon_form};
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::movegen::{self, Kings};
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

/// The illegal move that a text means, and its spelling without a mark.
///
/// A move counts if a piece can make it as it goes, whatever becomes of its own king, or if the
/// side castles although it lost the right or is in check. No king is captured. `None` if the text
/// means no such move or several, or a legal move, or if it is not a text of ordinary chess. The
/// spelling is that of no legal move, so reading it again gives the same move.
///
/// ```
/// use pgn_chess::{Position, notation::san::{self, SanOptions}};
/// let position: Position = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
/// let (reading, spelling) = san::resolve_illegal(&position, b"Ne2-f4", &SanOptions::default())
///     .expect("a pinned knight");
/// assert_eq!(spelling.text(reading.mv), "Nf4");
/// assert!(san::resolve_illegal(&position, b"Nf5", &SanOptions::default()).is_none());
/// # Ok::<(), pgn_chess::fen::FenError>(())
/// ```
#[must_use]
pub fn resolve_illegal(
    position: &Position,
    text: &[u8],
    lax: &SanOptions,
) -> Option<(Reading, Spelling)> {
    if !position.variant().is_orthodox() {
        return None;
    }
    let english = lax.letters.and_then(|letters| letters.to_english(text));
    let text = english.as_ref().map_or(text, |english| english.as_bytes());
    let moves = moves(position);
    let reading = lax::resolve_among(position, &moves, text, lax).ok()?;
    if reading.is_doubtful() || reading.mv.is_null() || position.is_legal(reading.mv) {
        return None;
    }
    spelling_among(position, &moves, reading.mv).map(|spelling| (reading, spelling))
}

/// The spelling of an illegal move for which [`resolve_illegal`] finds a text; `None` for legal
/// moves and others.
#[doc(hidden)]
#[must_use]
pub fn spell_illegal(position: &Position, mv: Move) -> Option<Spelling> {
    if !position.variant().is_orthodox() || mv.is_null() || position.is_legal(mv) {
        return None;
    }
    let moves = moves(position);
    moves.contains(&mv).then(|| spelling_among(position, &moves, mv)).flatten()
}

/// The spelling of an illegal move, if it is that of no legal move and of no other.
fn spelling_among(position: &Position, moves: &MoveList, mv: Move) -> Option<Spelling> {
    let spelling = Spelling::of_illegal(position, mv);
    let written = spelling.text(mv);
    let options = SanOptions::default().with_doubtful(true);
    let is_legal = resolve::resolve(position, written.as_bytes(), &options).is_ok();
    let again = lax::resolve_among(position, moves, written.as_bytes(), &options);
    let is_same = again.is_ok_and(|again| again.mv == mv && !again.is_doubtful());
    (is_same && !is_legal).then_some(spelling)
}

/// All moves that pieces can make as they go, legal or not, and castling with or without the right.
fn moves(position: &Position) -> MoveList {
    let mut all = MoveList::new();
    movegen::piece_moves(position, Kings::Common, &mut all);
    let king = position.king(position.turn().other());
    let mut moves = MoveList::new();
    all.iter().filter(|mv| Some(mv.to()) != king).for_each(|mv| moves.push(*mv));
    for side in Side::ALL {
        let mv = uncommon_form::castling_move(position, side).or_else(|| lost(position, side));
        let is_free = |mv: &Move| movegen::castle_is_free(position, mv.from(), mv.to());
        if let Some(mv) = mv.filter(is_free) {
            moves.push(mv);
        }
    }
    moves
}

/// Castling to this side without the right, in ordinary chess: king and rook are on their squares.
fn lost(position: &Position, side: Side) -> Option<Move> {
    if position.variant() != Variant::Standard {
        return None;
    }
    let us = position.turn();
    let (king, rook) = match (us, side) {
        (Color::White, Side::King) => (Square::E1, Square::H1),
        (Color::White, Side::Queen) => (Square::E1, Square::A1),
        (Color::Black, Side::King) => (Square::E8, Square::H8),
        (Color::Black, Side::Queen) => (Square::E8, Square::A8),
    };
    let is_there = |role, square| position.board().by_piece(us, role).contains(square);
    let is_whole = is_there(Role::King, king) && is_there(Role::Rook, rook);
    is_whole.then(|| Move::new(king, rook, MoveKind::Castle))
}

/// The pieces of the same kind that can also go to the target, legally or not.
pub(super) fn rivals(position: &Position, role: Role, mv: Move) -> Bitboard {
    let pieces = position.board().by_piece(position.turn(), role);
    let occupied = position.board().occupied();
    let reaches = |from: &Square| {
        crate::attacks::attacks(position.turn(), role, *from, occupied).contains(mv.to())
    };
    (pieces & !Bitboard::from_square(mv.from())).filter(reaches).collect()
}
