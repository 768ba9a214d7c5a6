//! The legal moves of a position by the rules of ordinary chess. `rules` has those of variants.
//!
//! Decisions: D-60.
//! Start at [`generate`].
//!
//! Moves are generated legal, not filtered afterwards:
//!
//! ```text
//! targets = everywhere but own pieces and the other king; in check: the checker and the squares
//!           before it; in double check: nowhere, only the king moves
//! a pinned piece's targets are also cut to its line with the king
//! the king's targets, en passant and castling are tried out one by one
//! ```

mod free;
mod king;
mod pawns;
mod predicate;
mod sink;

pub(crate) use free::{Kings, piece_moves};
pub(crate) use king::{
    CastleObstacle, castle_is_free, castle_is_legal, castle_king_path, castle_obstacle,
    en_passant_is_safe, is_safe, is_safe_for,
};
pub(crate) use predicate::is_legal;
pub(crate) use sink::{Any, Count, Sink};

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{BLACK, Color, Role, WHITE};
use crate::position::Position;
use crate::square::Square;

/// True if there is a legal move.
pub(crate) fn has_legal_move(position: &Position) -> bool {
    // A king that can step aside is found soonest.
    king::can_step(position) || generate(position, &mut Any)
}

/// Pieces of the side to move that are alone between their king and an enemy slider.
pub(crate) fn pinned(position: &Position) -> Bitboard {
    match position.turn {
        Color::White => threats::<WHITE>(&position.board).pinned,
        Color::Black => threats::<BLACK>(&position.board).pinned,
    }
}

/// The attackers of a color's king, and the pieces of that color that are pinned.
#[derive(Default)]
struct Threats {
    checkers: Bitboard,
    pinned: Bitboard,
}

#[inline(always)]
fn threats<const US: usize>(board: &Board) -> Threats {
    let (own, enemy) = (board.of_color(US), board.of_color(US ^ 1));
    let Some(king) = (own & board.by_role(Role::King)).first() else { return Threats::default() };
    let mut checkers = board.leapers_at::<US>(king) & enemy;
    let mut pinned = Bitboard::EMPTY;
    for slider in board.sliders_in_line(king) & enemy {
        let blockers = attacks::between(king, slider) & (own | enemy);
        if blockers.is_empty() {
            checkers |= slider.into();
        } else if !blockers.has_many() {
            pinned |= blockers;
        }
    }
    Threats { checkers, pinned: pinned & own }
}

/// Data for every part of the generator.
struct GenerationContext<'a> {
    position: &'a Position,
    king: Option<Square>,
    own: Bitboard,
    enemy: Bitboard,
    occupied: Bitboard,
    pinned: Bitboard,
    /// The targets of pieces other than the king, ignoring pins.
    targets: Bitboard,
}

impl GenerationContext<'_> {
    /// The king of the other side.
    #[inline(always)]
    fn enemy_king(&self) -> Bitboard {
        self.enemy & self.position.board.by_role(Role::King)
    }

    /// The squares a piece may go to without leaving its pin.
    #[inline(always)]
    fn allowed(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => self.targets & attacks::line(king, from),
            Some(_) | None => self.targets,
        }
    }
}

/// Feeds every legal move to the sink; true if the sink asked to stop.
#[inline]
pub(crate) fn generate<S: Sink>(position: &Position, sink: &mut S) -> bool {
    match position.turn {
        Color::White => generate_for::<S, WHITE>(position, sink),
        Color::Black => generate_for::<S, BLACK>(position, sink),
    }
}

fn generate_for<S: Sink, const US: usize>(position: &Position, sink: &mut S) -> bool {
    let board = &position.board;
    let (own, enemy) = (board.of_color(US), board.of_color(US ^ 1));
    let king = (own & board.by_role(Role::King)).first();
    let Threats { checkers, pinned } = threats::<US>(board);
    let targets = match (checkers.first(), king) {
        (Some(_), Some(_)) if checkers.has_many() => Bitboard::EMPTY,
        (Some(checker), Some(king)) => attacks::between(king, checker) | checkers,
        (None, _) | (_, None) => !own,
    };
    // After a kept illegal move, a king may be attacked, but no king is ever captured.
    let targets = targets & !(enemy & board.by_role(Role::King));
    let occupied = own | enemy;
    let frame = GenerationContext { position, king, own, enemy, occupied, pinned, targets };
    let steps = king::steps::<US>(&frame);
    king.is_some_and(|king| sink.piece(king, steps))
        || !targets.is_empty() && (pieces(&frame, sink) || pawns::moves::<S, US>(&frame, sink))
        || pawns::en_passant(&frame, sink)
        || checkers.is_empty() && king::castles::<S, US>(&frame, steps, sink)
}

/// Knights, bishops, rooks and queens.
#[inline(always)]
fn pieces<S: Sink>(frame: &GenerationContext<'_>, sink: &mut S) -> bool {
    let board = &frame.position.board;
    let own = frame.own;
    let queens = board.by_role(Role::Queen);
    // A pinned knight cannot move at all, because knights do not move along lines.
    for from in own & board.by_role(Role::Knight) & !frame.pinned {
        if sink.piece(from, attacks::knight(from) & frame.targets) {
            return true;
        }
    }
    for from in own & (board.by_role(Role::Bishop) | queens) {
        if sink.piece(from, attacks::bishop(from, frame.occupied) & frame.allowed(from)) {
            return true;
        }
    }
    for from in own & (board.by_role(Role::Rook) | queens) {
        if sink.piece(from, attacks::rook(from, frame.occupied) & frame.allowed(from)) {
            return true;
        }
    }
    false
}
