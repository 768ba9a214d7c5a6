//! The squares that each piece attacks, from tables that the compiler builds.
//!
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

/// For two squares of one line, the squares between them, and the whole line.
const fn line_tables() -> [[Table; 64]; 2] {
    let mut tables = [[[0; 64]; 64]; 2];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let ray = walk(from, direction);
            let mut rest = ray;
            while rest != 0 {
                let to = rest.trailing_zeros() as usize;
                tables[0][from][to] = ray & walk(to, direction ^ 4);
                tables[1][from][to] = ray | walk(from, direction ^ 4) | 1 << from;
                rest &= rest - 1;
            }
            direction += 1;
        }
        from += 1;
    }
    tables
}

static BETWEEN: [Table; 64] = line_tables()[0];
static LINE: [Table; 64] = line_tables()[1];

/// The origins from which a piece may reach a square on an empty board, one entry for each
/// [`AttackPattern`].
///
/// All data for one square is in two cache lines.
#[repr(align(128))]
#[derive(Clone, Copy)]
struct Origins([u64; 16]);

/// The kinds of coming to a square.
///
/// Sets that are read together never have neighboring numbers: the compiler would join the loads
/// with those of the roles into one wide load, which must wait for the set that was just written.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttackPattern {
    /// No one comes.
    Nobody = 0,
    /// White's pawn moves without captures, except promotions.
    WhiteAdvance = 1,
    Knight = 2,
    BlackAdvance = 3,
    Diagonal = 4,
    /// White's pawn captures, except promotions.
    WhiteTake = 5,
    Straight = 6,
    /// White's pawns take, promotions included.
    WhitePawn = 7,
    Queen = 8,
    BlackPawn = 9,
    King = 10,
    BlackTake = 11,
}

impl AttackPattern {
    /// The movement of a piece; of pawns, White's captures.
    pub(crate) const fn of(role: Role) -> AttackPattern {
        match role {
            Role::Pawn => AttackPattern::WhitePawn,
            Role::Knight => AttackPattern::Knight,
            Role::Bishop => AttackPattern::Diagonal,
            Role::Rook => AttackPattern::Straight,
            Role::Queen => AttackPattern::Queen,
            Role::King => AttackPattern::King,
        }
    }

    /// How pawns of a color take, promotions included.
    pub(crate) const fn of_pawns(color: Color) -> AttackPattern {
        match color {
            Color::White => AttackPattern::WhitePawn,
            Color::Black => AttackPattern::BlackPawn,
        }
    }
}

static ORIGINS: [Origins; 64] = {
    let mut table = [Origins([0; 16]); 64];
    let mut to = 0;
    while to < 64 {
        let ways = &mut table[to].0;
        let (diagonal, straight) = (
            walk(to, 1) | walk(to, 3) | walk(to, 5) | walk(to, 7),
            walk(to, 0) | walk(to, 2) | walk(to, 4) | walk(to, 6),
        );
        ways[AttackPattern::Knight as usize] = KNIGHT[to];
        ways[AttackPattern::Diagonal as usize] = diagonal;
        ways[AttackPattern::Straight as usize] = straight;
        ways[AttackPattern::Queen as usize] = diagonal | straight;
        ways[AttackPattern::King as usize] = KING[to];
        ways[AttackPattern::WhitePawn as usize] = PAWN[1][to];
        ways[AttackPattern::BlackPawn as usize] = PAWN[0][to];
        if to >= 16 && to < 56 {
            let second_rank = if to / 8 == 3 { 1 << (to - 16) } else { 0 };
            ways[AttackPattern::WhiteAdvance as usize] = 1 << (to - 8) | second_rank;
            ways[AttackPattern::WhiteTake as usize] = PAWN[1][to];
        }
        if to >= 8 && to < 48 {
            let seventh_rank = if to / 8 == 4 { 1 << (to + 16) } else { 0 };
            ways[AttackPattern::BlackAdvance as usize] = 1 << (to + 8) | seventh_rank;
            ways[AttackPattern::BlackTake as usize] = PAWN[0][to];
        }
        to += 1;
    }
    table
};

/// Where a piece that goes this [`AttackPattern`] may come from on an empty board.
#[inline]
pub(crate) fn origins(way: AttackPattern, to: Square) -> Bitboard {
    Bitboard(ORIGINS[to.usize()].0[way as usize])
}

/// Squares a knight attacks.
///
/// ```
/// use pgn_chess::{attacks, Square};
/// assert_eq!(attacks::knight(Square::B1).len(), 3);
/// ```
#[inline]
pub fn knight(from: Square) -> Bitboard {
    origins(AttackPattern::Knight, from)
}

/// Squares a king attacks.
///
/// ```
/// use pgn_chess::{attacks, Square};
/// assert_eq!(attacks::king(Square::A1).len(), 3);
/// ```
#[inline]
pub fn king(from: Square) -> Bitboard {
    origins(AttackPattern::King, from)
}

/// Squares a pawn of this color attacks.
///
/// ```
/// use pgn_chess::{attacks, Color, Square};
/// assert_eq!(attacks::pawn(Color::White, Square::E2).len(), 2);
/// ```
#[inline]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    origins(AttackPattern::of_pawns(color.other()), from)
}

/// Squares a queen attacks, the first occupied square in each direction included.
///
/// ```
/// use pgn_chess::{attacks, Bitboard, Square};
/// assert_eq!(attacks::queen(Square::D4, Bitboard::EMPTY).len(), 27);
/// ```
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    rook(from, occupied) | bishop(from, occupied)
}

/// Squares strictly between two squares of one line or diagonal; empty if they share none.
///
/// ```
/// use pgn_chess::{attacks, Square};
/// assert_eq!(attacks::between(Square::A1, Square::A4).len(), 2);
/// ```
#[inline]
pub fn between(one: Square, other: Square) -> Bitboard {
    Bitboard(BETWEEN[one.usize()][other.usize()])
}

/// The squares from which the path to the other one is free.
#[inline]
pub(crate) fn unblocked(pieces: Bitboard, to: Square, occupied: Bitboard) -> Bitboard {
    pieces.filter(|from| !between(*from, to).intersects(occupied)).collect()
}

/// The whole line or diagonal through two different squares; empty if they share none.
///
/// ```
/// use pgn_chess::{attacks, Square};
/// assert_eq!(attacks::line(Square::A2, Square::B2).len(), 8);
/// ```
#[inline]
pub fn line(one: Square, other: Square) -> Bitboard {
    Bitboard(LINE[one.usize()][other.usize()])
}

/// Squares a piece attacks from a square, the first occupied square in each direction included.
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
