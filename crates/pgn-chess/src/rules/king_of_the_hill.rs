//! King of the Hill: a king in the center wins.
//!
//! Decisions: D-60.

use super::ending::{self, EndReason, Ending};
use super::{ORTHODOX, Rules};
use crate::bitboard::Bitboard;
use crate::piece::Role;
use crate::position::Position;

pub(super) const RULES: Rules = Rules { ending, is_dead: ending::never, ..ORTHODOX };

/// d4, e4, d5, e5.
const HILL: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// The side that has just moved is tested first, because it arrived first.
fn ending(position: &Position) -> Option<Ending> {
    let mut colors = [!position.turn, position.turn].into_iter();
    let winner = colors.find(|color| position.board.by_piece(*color, Role::King).intersects(HILL));
    Ending::won(winner?, EndReason::KingOnHill)
}
