//! Racing Kings: the first king on the eighth rank wins, and moves may not give check.
//!
//! Decisions: D-60.

use super::ending::{self, EndReason, Ending};
use super::{ORTHODOX, Rules, moves};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveList};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::square::Rank;

pub(super) const RULES: Rules = Rules { moves, ending, is_dead: ending::never, faults, ..ORTHODOX };

const GOAL: Bitboard = Bitboard::from_rank(Rank::EIGHTH);

fn moves(position: &Position, moves: &mut MoveList) {
    let mut all = MoveList::new();
    moves::orthodox(position, &mut all);
    for mv in all.iter().filter(|mv| !gives_check(position, **mv)) {
        moves.push(*mv);
    }
}

fn gives_check(position: &Position, mv: Move) -> bool {
    let mut after = *position;
    after.play_orthodox(mv);
    after.is_check()
}

/// White has moved one time more often: Black may follow to the eighth rank with the next move,
/// and then it is a draw.
fn ending(position: &Position) -> Option<Ending> {
    let is_there = |color| position.board.by_piece(color, Role::King).intersects(GOAL);
    let winner = match (is_there(Color::White), is_there(Color::Black)) {
        (false, false) => return None,
        (true, true) => None,
        (false, true) => Some(Color::Black),
        (true, false) if position.turn == Color::Black && can_follow(position) => return None,
        (true, false) => Some(Color::White),
    };
    Some(Ending { winner, reason: EndReason::RaceOver })
}

fn can_follow(position: &Position) -> bool {
    let Some(king) = position.king(Color::Black) else { return false };
    let mut legal = MoveList::new();
    moves(position, &mut legal);
    legal.iter().any(|mv| mv.from() == king && GOAL.contains(mv.to()))
}

fn faults(setup: &Setup, faults: SetupError) -> SetupError {
    if setup.checkers().is_empty() { faults } else { faults | SetupError::CHECK_IN_RACE }
}
