//! Chess960: the usual rules from 960 start positions.
//!
//! Decisions: D-60.

use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::square::{File, Rank, Square};
use crate::variant::Variant;

impl Position {
    /// The start position of Chess960 with this number, 0 to 959; 518 is the usual one.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// assert!(Position::chess960(959).is_some());
    /// assert!(Position::chess960(960).is_none());
    /// ```
    pub fn chess960(number: u16) -> Option<Position> {
        let back_rank = back_rank(number)?;
        let mut position = Position::start();
        position.castling_files = 0;
        for (file, role) in File::all().zip(back_rank) {
            for color in Color::ALL {
                let square = Square::from_coords(file, Rank::FIRST.relative_to(color));
                position.board.put(square, Piece { color, role });
            }
            if role == Role::Rook {
                position.castling_files |= 0x0101 << file.index();
            }
        }
        position.key = position.key_from_scratch();
        position.variant = Variant::Chess960;
        Some(position)
    }
}

/// The back rank of a Chess960 start array, by the usual numbering 0 to 959.
///
/// The number is decoded part by part: light-square bishop, dark-square bishop, queen among the six
/// free squares, knights among the five left, then rook, king, rook.
fn back_rank(number: u16) -> Option<[Role; 8]> {
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
