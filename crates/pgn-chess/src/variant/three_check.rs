//! Three-check: the third check wins.
//!
//! Decisions: D-60.

use super::ending::{EndReason, Ending};
use super::{CastlingFrom, Differences, STANDARD};
use crate::piece::Role;
use crate::position::Position;

pub(super) const TABLE: Differences = Differences {
    name: "Three-check",
    aliases: &["threecheck", "3check", "threecheckchess", "3checkchess", "3checks", "threechecks"],
    array: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
    castling: CastlingFrom::Anywhere,
    counts_checks: true,
    ending,
    is_dead,
    ..STANDARD
};

fn ending(position: &Position) -> Option<Ending> {
    let mut colors = [!position.turn, position.turn].into_iter();
    let winner = colors.find(|color| position.extras.checks_left(*color) == 0);
    Ending::won(winner?, EndReason::ThirdCheck)
}

/// A king alone gives no check.
fn is_dead(position: &Position) -> bool {
    position.board.occupied() == position.board.by_role(Role::King)
}
