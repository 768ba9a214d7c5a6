//! Where each man attacks: tables built by the compiler.
//! Owns: leapers, pawns, the squares between two squares. Knows nothing of: whose turn it is.
//! Standard: none.
//! Start at [`attacks`].

mod sliders;
#[cfg(test)]
mod tests;

pub use sliders::{bishop, rook};

use crate::bitboard::Bitboard;
use crate::piece::{Color, Role};
use crate::square::Square;

type Table = [u64; 64];

const fn leaper(steps: &[(i8, i8)]) -> Table {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut n = 0;
        while n < steps.len() {
            let (file, rank) = ((from % 8) as i8 + steps[n].0, (from / 8) as i8 + steps[n].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[from] |= 1 << (rank * 8 + file);
            }
            n += 1;
        }
        from += 1;
    }
    table
}

const KNIGHT: Table =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
const KING: Table = leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
const PAWN: [Table; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// All that is looked up for one square, in one cache line.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Around {
    knight: u64,
    king: u64,
    pawn: [u64; 2],
    /// The other squares of its rank and of its two diagonals.
    rank: u64,
    rising: u64,
    falling: u64,
}

static AROUND: [Around; 64] = {
    let nothing = Around { knight: 0, king: 0, pawn: [0; 2], rank: 0, rising: 0, falling: 0 };
    let mut table = [nothing; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = Around {
            knight: KNIGHT[from],
            king: KING[from],
            pawn: [PAWN[0][from], PAWN[1][from]],
            rank: walk(from, 0) | walk(from, 4),
            rising: walk(from, 1) | walk(from, 5),
            falling: walk(from, 3) | walk(from, 7),
        };
        from += 1;
    }
    table
};

/// The eight directions, so that `n ^ 4` is the opposite of `n`.
const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

const fn walk(from: usize, direction: usize) -> u64 {
    let (mut file, mut rank) = ((from % 8) as i8, (from / 8) as i8);
    let (df, dr) = DIRECTIONS[direction];
    let mut squares = 0;
    loop {
        file += df;
        rank += dr;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return squares;
        }
        squares |= 1 << (rank * 8 + file);
    }
}

const fn between_table() -> [Table; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let ray = walk(from, direction);
            let mut rest = ray;
            while rest != 0 {
                let to = rest.trailing_zeros() as usize;
                table[from][to] = ray & walk(to, direction ^ 4);
                rest &= rest - 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

const fn line_table() -> [Table; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let line = walk(from, direction) | walk(from, direction ^ 4) | 1 << from;
            let mut rest = walk(from, direction);
            while rest != 0 {
                table[from][rest.trailing_zeros() as usize] = line;
                rest &= rest - 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [Table; 64] = between_table();
static LINE: [Table; 64] = line_table();

/// The first of the four rows of [`WAYS`] for pawns: White's advances and captures, then Black's.
pub(crate) const PAWN_WAYS: u8 = 6;

/// The squares from which a man can come to a square on an empty board: a row for each role by its
/// index, pawns apart, which have four rows behind these and no way to the last rank.
static WAYS: [Table; 16] = {
    let mut table = [[0; 64]; 16];
    let mut to = 0;
    while to < 64 {
        table[1][to] = KNIGHT[to];
        table[2][to] = AROUND[to].rising | AROUND[to].falling;
        table[3][to] = AROUND[to].rank | walk(to, 2) | walk(to, 6);
        table[4][to] = table[2][to] | table[3][to];
        table[5][to] = KING[to];
        let (one, two) = (1 << to, 1 << (to ^ 16));
        let row = PAWN_WAYS as usize;
        if to >= 16 && to < 56 {
            table[row][to] = one >> 8 | if to / 8 == 3 { two } else { 0 };
            table[row + 1][to] = PAWN[1][to];
        }
        if to >= 8 && to < 48 {
            table[row + 2][to] = one << 8 | if to / 8 == 4 { two } else { 0 };
            table[row + 3][to] = PAWN[0][to];
        }
        to += 1;
    }
    table
};

/// A row of [`WAYS`].
#[inline]
pub(crate) fn ways(row: u8, to: Square) -> Bitboard {
    Bitboard(WAYS[(row & 15) as usize][to.usize()])
}

/// Squares a knight attacks.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    Bitboard(AROUND[from.usize()].knight)
}

/// Squares a king attacks.
#[inline]
pub fn king(from: Square) -> Bitboard {
    Bitboard(AROUND[from.usize()].king)
}

/// Squares a pawn of this colour attacks.
#[inline]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    Bitboard(AROUND[from.usize()].pawn[color.index()])
}

/// Squares a queen attacks, the first occupied square in each direction included.
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    rook(from, occupied) | bishop(from, occupied)
}

/// Squares strictly between two squares of one line or diagonal; empty if they share none.
#[inline]
pub fn between(one: Square, other: Square) -> Bitboard {
    Bitboard(BETWEEN[one.usize()][other.usize()])
}

/// The whole line or diagonal through two different squares; empty if they share none.
#[inline]
pub fn line(one: Square, other: Square) -> Bitboard {
    Bitboard(LINE[one.usize()][other.usize()])
}

/// Squares a man attacks from a square, the first occupied square in each direction included.
pub fn attacks(color: Color, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, from),
        Role::Knight => knight(from),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => queen(from, occupied),
        Role::King => king(from),
    }
}
