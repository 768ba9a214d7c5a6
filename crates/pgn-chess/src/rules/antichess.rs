//! Antichess and Suicide: a side that loses all its pieces wins.
//!
//! Decisions: D-60.

use super::ending::{EndReason, Ending, Stalemate};
use super::{Rules, moves};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::setup::{Setup, SetupError};

pub(super) const RULES: Rules =
    Rules { moves, ending, stalemate: Stalemate::Wins, is_dead, faults };

/// As the Free Internet Chess Server plays it.
pub(super) const SUICIDE: Rules = Rules { stalemate: Stalemate::FewerWins, ..RULES };

fn moves(position: &Position, moves: &mut MoveList) {
    let mut all = MoveList::new();
    moves::of_pieces(position, moves::Kings::Common, &mut all);
    let captures = |mv: &&Move| position.is_capture(**mv);
    let must_capture = all.iter().any(|mv| captures(&mv));
    for mv in all.iter().filter(|mv| !must_capture || captures(mv)) {
        moves.push(*mv);
        if mv.promotion() == Some(Role::Queen) {
            moves.push(Move::new(mv.from(), mv.to(), MoveKind::Promotion(Role::King)));
        }
    }
}

/// Also of a set-up in which the other side has no pieces.
fn ending(position: &Position) -> Option<Ending> {
    let mut colors = [position.turn, !position.turn].into_iter();
    let winner = colors.find(|color| position.board.by_color(*color).is_empty());
    Ending::won(winner?, EndReason::AllLost)
}

/// Bishops that cannot meet: neither side can lose all its pieces.
fn is_dead(position: &Position) -> bool {
    let board = position.board();
    let bishops = board.by_role(Role::Bishop);
    if board.occupied() != bishops {
        return false;
    }
    let one_color = |color| {
        let own = board.by_color(color);
        match (
            own.is_empty(),
            (own & Bitboard::LIGHT).is_empty(),
            (own & !Bitboard::LIGHT).is_empty(),
        ) {
            (false, true, false) => Some(false),
            (false, false, true) => Some(true),
            _ => None,
        }
    };
    let (white, black) = (one_color(Color::White), one_color(Color::Black));
    white.zip(black).is_some_and(|(white, black)| white != black)
}

fn faults(_: &Setup, faults: SetupError) -> SetupError {
    faults.without(SetupError::KINGS.union(SetupError::OPPONENT_IN_CHECK))
}
