//! The Polyglot key of a position.
//!
//! Standard: §19. Decisions: D-52.
//! Start at [`placement`].

mod random;
#[cfg(test)]
mod tests;

use random::RANDOM;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::square::Square;

/// Rows by board code (role, plus 8 for Black); the row of an empty square is zero, so that no
/// branch on captures is needed. 32 rows, so that five bits need no bounds check.
static PIECES: [[u64; 64]; 32] = pieces();

const fn pieces() -> [[u64; 64]; 32] {
    let mut table = [[0; 64]; 32];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            table[role][square] = RANDOM[64 * (2 * role + 1) + square];
            table[role + 8][square] = RANDOM[64 * (2 * role) + square];
            square += 1;
        }
        role += 1;
    }
    table
}

/// The XOR for each set of rights: bit 0 `K`, 1 `Q`, 2 `k`, 3 `q`.
static CASTLING: [u64; 16] = castling_table();

const fn castling_table() -> [u64; 16] {
    let mut table = [0; 16];
    let mut rights = 0;
    while rights < 16 {
        let mut bit = 0;
        while bit < 4 {
            if rights >> bit & 1 != 0 {
                table[rights] ^= RANDOM[768 + bit];
            }
            bit += 1;
        }
        rights += 1;
    }
    table
}

/// The constant XORed in if White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = RANDOM[780];

/// The constant of a piece, by board code.
#[inline]
pub(crate) fn piece(code: u8, square: Square) -> u64 {
    PIECES[(code & 31) as usize][square.usize()]
}

/// The constants of a piece by place as a FEN is read: eight squares from rank 8 down, eight places
/// after each rank. As many as a byte counts, so that no lookup is checked.
pub(crate) type Row = [u64; 256];

/// The place of a8; at the beginning of a line of the cache.
pub(crate) const FIRST_PLACE: u8 = 8;

#[repr(align(64))]
struct HashRows([Row; 16]);

static ROWS: HashRows = {
    let (pieces, mut rows) = (pieces(), [[0; 256]; 16]);
    let mut code = 0;
    while code < 16 {
        let mut square = 0;
        while square < 64 {
            let place = FIRST_PLACE as usize + (7 - square / 8) * 16 + square % 8;
            rows[code][place] = pieces[code][square];
            square += 1;
        }
        code += 1;
    }
    HashRows(rows)
};

/// The constants of a piece, by board code, or zeros.
pub(crate) const fn row(code: u8) -> &'static Row {
    &ROWS.0[if code < 16 { code as usize } else { 15 }]
}

/// The constant of a set of castling rights: bit 0 `K`, 1 `Q`, 2 `k`, 3 `q`.
#[inline]
pub(crate) const fn castling(rights: usize) -> u64 {
    CASTLING[rights & 15]
}

/// By en passant square: the squares from which a pawn can capture, and the constant of the file.
/// "No square" is empty everywhere.
static EN_PASSANT: [(u64, u64); 128] = {
    let mut table = [(0, 0); 128];
    let mut file = 0;
    while file < 8 {
        let beside = (0b101 << file >> 1) & 0xff;
        let constant = RANDOM[772 + file];
        table[16 + file] = (beside << 24, constant);
        table[40 + file] = (beside << 32, constant);
        file += 1;
    }
    table
};

/// The constant of an en passant square if one of these pawns is ready to take there.
#[inline]
pub(crate) fn en_passant(ep: u8, pawns: Bitboard) -> u64 {
    let (takers, constant) = EN_PASSANT[(ep & 127) as usize];
    if takers & pawns.0 != 0 { constant } else { 0 }
}

/// The part of the key that the pieces make, from scratch.
pub(crate) const fn placement(board: &Board) -> u64 {
    let mut key = 0;
    let mut rest = board.occupied().0;
    while rest != 0 {
        let square = (rest.trailing_zeros() & 63) as usize;
        key ^= PIECES[board.codes[square] as usize][square];
        rest &= rest - 1;
    }
    key
}
