//! Legal moves: by the rules of ordinary chess, or by those of a variant.
//!
//! Decisions: D-60.

use super::rules_of;
use crate::movegen::{self, Any, Sink};
use crate::moves::{Move, MoveKind, MoveList};
use crate::position::{NO_EP, Position};
use crate::square::Square;

pub(crate) use crate::movegen::Kings;

impl Position {
    /// The en passant square if a capture there is legal.
    pub fn legal_ep_square(&self) -> Option<Square> {
        let square = self.ep_square()?;
        self.ep_pawns(square)
            .any(|pawn| self.is_legal(Move::new(pawn, square, MoveKind::EnPassant)))
            .then_some(square)
    }

    /// The legal moves, in unspecified order.
    ///
    /// ```
    /// # use pgn_chess::{Color, Position, Square};
    /// let position = Position::start();
    /// assert_eq!(position.legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        legal_moves(self)
    }

    /// True if there is a legal move; stops at the first one.
    ///
    /// ```
    /// use pgn_chess::Position;
    /// assert!(Position::start().has_legal_move());
    /// ```
    pub fn has_legal_move(&self) -> bool {
        has_legal_move(self)
    }

    /// True if the move is legal here. Checks the rules directly, without generating moves. The
    /// null move is never legal.
    ///
    /// ```
    /// # use pgn_chess::{Color, Position, Square};
    /// let position = Position::start();
    /// let mv = position.parse_uci("e2e4").expect("a legal move");
    /// assert!(position.is_legal(mv));
    /// assert!(!position.after(mv).is_legal(mv));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        is_legal(self, mv)
    }

    /// True if the positions are the same for repetition: placement, side to move, castling rights,
    /// variant and its additions, and legal en passant captures (D-45).
    ///
    /// ```
    /// use pgn_chess::Position;
    /// let other = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 20".parse()?;
    /// assert!(Position::start().same_position(&other));
    /// # Ok::<(), pgn_chess::fen::FenError>(())
    /// ```
    pub fn same_position(&self, other: &Position) -> bool {
        self.key == other.key
            && self.turn == other.turn
            && self.castling_files == other.castling_files
            && self.variant == other.variant
            && self.board == other.board
            && self.extras == other.extras
            && (self.ep == other.ep || self.legal_ep_square() == other.legal_ep_square())
    }

    /// A key that is equal for positions that are the [same](Position::same_position): the Polyglot
    /// key, with the en passant file only if a capture there is legal. Two positions may have the
    /// same key by chance.
    #[inline]
    pub fn repetition_key(&self) -> u64 {
        if self.ep == NO_EP || self.legal_ep_square().is_none() {
            return self.key;
        }
        self.polyglot_key()
    }

    /// True if the piece on this square is pinned to its own king.
    pub fn is_pinned(&self, square: Square) -> bool {
        movegen::pinned(self).contains(square)
    }
}

/// All legal moves.
fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    let _ = generate(position, &mut moves);
    moves
}

/// True if there is a legal move.
#[inline(never)]
fn has_legal_move(position: &Position) -> bool {
    if !position.variant.is_orthodox() {
        return feed(position, &mut Any);
    }
    movegen::has_legal_move(position)
}

/// Feeds every legal move to the sink; true if the sink asked to stop.
#[inline]
pub(crate) fn generate<S: Sink>(position: &Position, sink: &mut S) -> bool {
    if !position.variant.is_orthodox() {
        return feed(position, sink);
    }
    movegen::generate(position, sink)
}

/// True if the move is legal here, kind included. The null move is not.
pub(crate) fn is_legal(position: &Position, mv: Move) -> bool {
    if !position.variant.is_orthodox() {
        return is_legal_in_variant(position, mv);
    }
    movegen::is_legal(position, mv)
}

/// True if the side to move is not in check after an ordinary move of its own piece.
#[inline]
pub(crate) fn is_safe(position: &Position, from: Square, to: Square) -> bool {
    if !position.variant.is_orthodox() {
        return is_safe_in_variant(position, from, to);
    }
    movegen::is_safe(position, from, to)
}

/// True if king and rook, having the right, may castle now.
pub(crate) fn castle_is_legal(position: &Position, king: Square, rook: Square) -> bool {
    if !position.variant.is_orthodox() {
        return is_legal_in_variant(position, Move::new(king, rook, MoveKind::Castle));
    }
    movegen::castle_is_legal(position, king, rook)
}

/// All legal moves of a variant; none if the game is over.
fn legal_moves_of_variant(position: &Position) -> MoveList {
    let rules = rules_of(position.variant);
    let mut moves = MoveList::new();
    if (rules.ending)(position).is_none() {
        (rules.moves)(position, &mut moves);
    }
    moves
}

#[cold]
#[inline(never)]
fn feed<S: Sink>(position: &Position, sink: &mut S) -> bool {
    legal_moves_of_variant(position).iter().any(|mv| sink.one(*mv))
}

#[cold]
#[inline(never)]
fn is_legal_in_variant(position: &Position, mv: Move) -> bool {
    legal_moves_of_variant(position).contains(&mv)
}

#[cold]
#[inline(never)]
fn is_safe_in_variant(position: &Position, from: Square, to: Square) -> bool {
    let is_it = |mv: &Move| mv.from() == from && mv.to() == to && mv.dropped().is_none();
    legal_moves_of_variant(position).iter().any(is_it)
}

/// The legal moves of ordinary chess.
pub(super) fn orthodox(position: &Position, moves: &mut MoveList) {
    let _ = movegen::generate(position, moves);
}

/// The moves of all pieces as they go, whatever becomes of a king; no castling.
pub(super) fn of_pieces(position: &Position, kings: Kings, moves: &mut MoveList) {
    movegen::piece_moves(position, kings, moves);
}
