//! Chess960: the usual rules from 960 start positions.
//!
//! Decisions: D-60.

use super::{CastlingFrom, Differences, STANDARD};
use crate::piece::Role;

pub(super) const TABLE: Differences = Differences {
    name: "Chess960",
    aliases: &[
        "chess960",
        "960",
        "fischerandom",
        "fischerrandom",
        "fischerandomchess",
        "fischerrandomchess",
        "chess960fischerandom",
        "freestyle",
        "freestylechess",
        "frc",
        "wildfr",
        "chess9lx",
    ],
    castling: CastlingFrom::Anywhere,
    castles_by_rook: true,
    ..STANDARD
};

/// The back rank of a Chess960 start array, by the usual numbering 0 to 959.
///
/// The number is peeled apart: light-square bishop, dark-square bishop, queen among the six free
/// squares, knights among the five left, then rook, king, rook.
pub(crate) fn back_rank(number: u16) -> Option<[Role; 8]> {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    if number >= 960 {
        return None;
    }
    let number = usize::from(number);
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number / 4 % 4 * 2] = Some(Role::Bishop);
    let place = |rank: &mut [Option<Role>; 8], nth: usize, role: Role| {
        if let Some(slot) = rank.iter_mut().filter(|slot| slot.is_none()).nth(nth) {
            *slot = Some(role);
        }
    };
    place(&mut rank, number / 16 % 6, Role::Queen);
    let (one, other) = KNIGHTS[number / 96];
    place(&mut rank, other, Role::Knight);
    place(&mut rank, one, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    Some(rank.map(|slot| slot.unwrap_or(Role::Rook)))
}
