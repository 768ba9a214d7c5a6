//! All legal moves of a position.
//! Owns: the generator, and what it shares with the single-move questions. Knows nothing of: texts.
//! Standard: none. Decisions: D-60.
//! Start at [`legal_moves`].
//!
//! Moves are generated legal, not filtered afterwards:
//!
//! ```text
//! targets = everywhere but own men; in check: the checker and the squares before it;
//!           in double check: nowhere, only the king moves
//! a pinned man's targets are also cut to its line with the king
//! the king's targets, en passant and castling are tried out one by one
//! ```

mod king;
mod pawns;
mod predicate;
mod sink;

pub(crate) use king::{
    CastleObstacle, castle_is_legal, castle_obstacle, en_passant_is_safe, is_safe, is_safe_for,
};
pub(crate) use predicate::is_legal;
pub(crate) use sink::{Count, Sink};

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::MoveList;
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::square::Square;
use sink::Any;

/// All legal moves.
pub(crate) fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    let _ = generate(position, &mut moves);
    moves
}

/// True if there is a legal move.
#[inline(never)]
pub(crate) fn has_legal_move(position: &Position) -> bool {
    generate(position, &mut Any)
}

/// Men of this colour that stand alone between their king and an enemy slider.
pub(crate) fn pinned(position: &Position, color: Color) -> Bitboard {
    let board = &position.board;
    let Some(king) = board.king(color) else { return Bitboard::EMPTY };
    let (own, enemy) = (board.by_color(color), board.by_color(!color));
    let queens = board.by_role(Role::Queen);
    let snipers = enemy
        & ((attacks::rook(king, enemy) & (board.by_role(Role::Rook) | queens))
            | (attacks::bishop(king, enemy) & (board.by_role(Role::Bishop) | queens)));
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = attacks::between(king, sniper) & own;
        if !blockers.has_many() {
            pinned |= blockers;
        }
    }
    pinned
}

/// What every part of the generator needs to know.
struct Frame<'a> {
    position: &'a Position,
    us: Color,
    king: Option<Square>,
    occupied: Bitboard,
    pinned: Bitboard,
    /// Where men other than the king may go, pins apart.
    targets: Bitboard,
}

impl Frame<'_> {
    /// The squares a man may go to without leaving its pin.
    fn allowed(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => self.targets & attacks::line(king, from),
            Some(_) | None => self.targets,
        }
    }
}

/// Feeds every legal move to the sink; true if the sink asked to stop.
pub(crate) fn generate<S: Sink>(position: &Position, sink: &mut S) -> bool {
    let us = position.turn;
    let own = position.board.by_color(us);
    let king = position.board.king(us);
    let checkers = position.checkers();
    let targets = match (checkers.first(), king) {
        (Some(_), Some(_)) if checkers.has_many() => Bitboard::EMPTY,
        (Some(checker), Some(king)) => attacks::between(king, checker) | checkers,
        (None, _) | (_, None) => !own,
    };
    let frame = Frame {
        position,
        us,
        king,
        occupied: position.board.occupied(),
        pinned: pinned(position, us),
        targets,
    };
    if king::moves(&frame, sink) {
        return true;
    }
    if !targets.is_empty() && (pieces(&frame, sink) || pawns::moves(&frame, sink)) {
        return true;
    }
    pawns::en_passant(&frame, sink) || (checkers.is_empty() && king::castles(&frame, sink))
}

/// Knights, bishops, rooks and queens.
fn pieces<S: Sink>(frame: &Frame<'_>, sink: &mut S) -> bool {
    let board = &frame.position.board;
    let own = board.by_color(frame.us);
    let queens = board.by_role(Role::Queen);
    // A pinned knight cannot move at all: no line leads a knight's way.
    for from in own & board.by_role(Role::Knight) & !frame.pinned {
        if sink.man(from, attacks::knight(from) & frame.targets) {
            return true;
        }
    }
    for from in own & (board.by_role(Role::Bishop) | queens) {
        if sink.man(from, attacks::bishop(from, frame.occupied) & frame.allowed(from)) {
            return true;
        }
    }
    for from in own & (board.by_role(Role::Rook) | queens) {
        if sink.man(from, attacks::rook(from, frame.occupied) & frame.allowed(from)) {
            return true;
        }
    }
    false
}
