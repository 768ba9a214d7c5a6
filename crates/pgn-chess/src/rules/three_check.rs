//! Three-check: the third check wins.
//!
//! Decisions: D-60.

use super::ending::{EndReason, Ending};
use super::{ORTHODOX, Rules};
use crate::piece::Role;
use crate::position::Position;

pub(super) const RULES: Rules = Rules { ending, is_dead, ..ORTHODOX };

fn ending(position: &Position) -> Option<Ending> {
    let mut colors = [!position.turn, position.turn].into_iter();
    let winner = colors.find(|color| position.extras.checks_left(*color) == 0);
    Ending::won(winner?, EndReason::ThirdCheck)
}

/// A lone king cannot give check.
fn is_dead(position: &Position) -> bool {
    position.board.occupied() == position.board.by_role(Role::King)
}
