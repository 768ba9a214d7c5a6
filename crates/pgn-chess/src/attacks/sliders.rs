//! Rooks and bishops, by one multiplication and one lookup for each line.
//!
//! The idea, for a rank or a diagonal (at most one square of it lies on each file):
//!
//! ```text
//! blockers = occupied & line                    the pieces on the line
//! index    = blockers * FILE_B >> 58            their files b..g as six bits: all ranks are
//!                                               added up in the top byte, and no two collide
//! attacks  = FILL[file of the slider][index] & line
//! ```
//!
//! `FILL` has the answer for a rank, repeated on all eight, so that one table of 4 KiB is enough
//! for ranks and both diagonals. Files are first turned into a rank by another multiplication. The
//! tables take 8 KiB, the lines 4 more, and stay in the nearest cache, which is why no larger
//! table, with one lookup for all lines of a square, is used.

use super::walk;
use crate::bitboard::Bitboard;
use crate::square::Square;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
/// The diagonal c7–h2 lays the a file down on the top rank.
const LAY_DOWN: u64 = 0x0080_4020_1008_0400;

/// The squares of an eight-square line that a rook at `place` (0..8) sees past these blockers.
const fn fill(place: usize, blockers: u8) -> u8 {
    let mut seen = 0;
    let mut at = place;
    while at < 7 {
        at += 1;
        seen |= 1 << at;
        if blockers >> at & 1 != 0 {
            break;
        }
    }
    at = place;
    while at > 0 {
        at -= 1;
        seen |= 1 << at;
        if blockers >> at & 1 != 0 {
            break;
        }
    }
    seen
}

const fn spread_on_file(bits: u8) -> u64 {
    let mut squares = 0;
    let mut at = 0;
    while at < 8 {
        squares |= ((bits >> at & 1) as u64) << (8 * at);
        at += 1;
    }
    squares
}

/// For each place on a line and what is on its inner squares: a line laid across, and a file.
const fn fill_tables() -> [[[u64; 64]; 8]; 2] {
    let mut tables = [[[0; 64]; 8]; 2];
    let mut place = 0;
    while place < 8 {
        let mut inner = 0;
        while inner < 64 {
            let blockers = (inner as u8) << 1;
            let seen = fill(place, blockers);
            tables[0][place][inner] = seen as u64 * FILE_A;
            let index = (spread_on_file(blockers).wrapping_mul(LAY_DOWN) >> 58) as usize;
            tables[1][place][index] = spread_on_file(seen);
            inner += 1;
        }
        place += 1;
    }
    tables
}

/// The other squares of the rank and of the two diagonals of a square.
#[repr(align(32))]
#[derive(Clone, Copy)]
struct LineMasks {
    rank: u64,
    rising: u64,
    falling: u64,
}

static LINES: [LineMasks; 64] = {
    let mut table = [LineMasks { rank: 0, rising: 0, falling: 0 }; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = LineMasks {
            rank: walk(from, 0) | walk(from, 4),
            rising: walk(from, 1) | walk(from, 5),
            falling: walk(from, 3) | walk(from, 7),
        };
        from += 1;
    }
    table
};

static ACROSS: [[u64; 64]; 8] = fill_tables()[0];
static UP: [[u64; 64]; 8] = fill_tables()[1];

#[inline]
fn across(file: usize, line: u64, occupied: u64) -> u64 {
    ACROSS[file & 7][((occupied & line).wrapping_mul(FILE_B) >> 58) as usize] & line
}

/// Squares a rook attacks, the first occupied square in each direction included.
///
/// ```
/// use pgn_chess::{Bitboard, Square, attacks};
/// assert_eq!(attacks::rook(Square::A1, Bitboard::EMPTY).len(), 14);
/// ```
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let (file, rank) = (from.usize() & 7, from.usize() >> 3);
    let on_file = occupied.0 >> file & FILE_A;
    let up = UP[rank & 7][(on_file.wrapping_mul(LAY_DOWN) >> 58) as usize] << file;
    Bitboard(up | across(file, LINES[from.usize()].rank, occupied.0))
}

/// Squares a bishop attacks, the first occupied square in each direction included.
///
/// ```
/// use pgn_chess::{Bitboard, Square, attacks};
/// assert_eq!(attacks::bishop(Square::A1, Bitboard::EMPTY).len(), 7);
/// ```
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let file = from.usize() & 7;
    let lines = &LINES[from.usize()];
    Bitboard(across(file, lines.rising, occupied.0) | across(file, lines.falling, occupied.0))
}
