//! The pieces of a position as FEN letters and digits.
//!
//! Standard: §16.1.3.1.
//! Start at [`write`](fn@write).
//!
//! The idea: a rank has at most eight letters, so it is one word. How the letters move depends only
//! on which squares are occupied, and is looked up:
//!
//! ```text
//! r.b.k..r                     the eight squares of a rank
//! rbkr                         each letter moves left by 1, 2 and 4 as three masks say
//! r1b1k2r                      and the digits are or-ed into the gaps
//! ```
//!
//! No piece on the board decides a branch.
//!
//! A processor that shuffles bytes does it in one step: `avx.rs` writes a FEN in 284 instructions
//! instead of 537, and `pgn convert --to fen` takes three quarters of the time. Its twin here
//! serves all other processors.

#[cfg(all(target_arch = "x86_64", not(pgnkit_portable)))]
mod avx;

use crate::board::Board;

/// The size of the field: 71 bytes at most, and a few that are written after. A power of two.
pub(super) const BYTES_MAX: usize = 128;

/// How to move the letters of one rank.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Squeeze {
    /// The bytes that are letters.
    letters: u64,
    /// The bytes that move left by one, then those that move by two, then by four.
    moves: [u64; 3],
    /// The digits in their places.
    digits: u64,
    len: u64,
}

/// By set of occupied files.
static RANKS: [Squeeze; 256] = {
    let nothing = Squeeze { letters: 0, moves: [0; 3], digits: 0, len: 0 };
    let mut table = [nothing; 256];
    let mut occupied = 0;
    while occupied < 256 {
        table[occupied] = squeeze(occupied as u32);
        occupied += 1;
    }
    table
};

const fn squeeze(occupied: u32) -> Squeeze {
    const BYTE: u64 = 0xff;
    let mut rank = Squeeze { letters: 0, moves: [0; 3], digits: 0, len: 0 };
    let mut file = 0;
    while file < 8 {
        let gap = ((occupied | 256) >> file).trailing_zeros();
        if gap == 0 {
            rank.letters |= BYTE << (8 * file);
            let distance = file - rank.len as u32;
            let mut at = file;
            let mut step = 0;
            while step < 3 {
                if distance >> step & 1 != 0 {
                    rank.moves[step] |= BYTE << (8 * at);
                    at -= 1 << step;
                }
                step += 1;
            }
            file += 1;
        } else {
            rank.digits |= (b'0' as u64 + gap as u64) << (8 * rank.len);
            file += gap;
        }
        rank.len += 1;
    }
    rank
}

impl Squeeze {
    #[inline]
    fn apply(&self, letters: u64) -> u64 {
        let mut rank = letters & self.letters;
        for (step, moves) in self.moves.iter().enumerate() {
            let moving = rank & moves;
            rank = (rank ^ moving) | moving >> (8 << step);
        }
        rank | self.digits
    }
}

/// The letter of a board code; undefined for an empty square.
///
/// Bit by bit from the role's number, so that sixteen squares are done at once: P N B R Q K are
/// 50 4E 42 52 51 4B, small letters have bit 5 too.
const fn letter(code: u8) -> u8 {
    0x40 | (code << 2 & 0x20)
        | (!(code << 4 ^ code << 3) & 0x10)
        | (code << 3 & !(code << 2) & 8)
        | (code << 2 & !(code << 1) & !code & 4)
        | ((code << 1 | code) & 2)
        | (code >> 2 & 1)
}

/// Writes the field at the start of a line, and the space after it; returns the end.
#[inline]
pub(super) fn write(bytes: &mut [u8; BYTES_MAX], board: &Board) -> usize {
    #[cfg(all(target_arch = "x86_64", not(pgnkit_portable)))]
    if let Some(avx) = avx::Avx::detect() {
        return avx.write(bytes, board) & (BYTES_MAX - 1);
    }
    write_portable(bytes, board) & (BYTES_MAX - 1)
}

#[inline(never)]
fn write_portable(bytes: &mut [u8; BYTES_MAX], board: &Board) -> usize {
    let letters = board.codes.map(letter);
    let occupied = board.occupied().0;
    let mut at = 0;
    for rank in (0..8).rev() {
        let row = &RANKS[(occupied >> (8 * rank) & 0xff) as usize];
        let mut word = [0; 8];
        word.copy_from_slice(&letters[8 * rank..8 * rank + 8]);
        // Seven ranks of nine bytes are 63: with the masks no bounds check is needed.
        let here = at & 63;
        bytes[here..here + 8].copy_from_slice(&row.apply(u64::from_le_bytes(word)).to_le_bytes());
        let len = (row.len & 15) as usize;
        bytes[here + len] = b'/';
        at = here + len + 1;
    }
    bytes[(at - 1) & (BYTES_MAX - 1)] = b' ';
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Color, Piece, Role};

    #[test]
    fn letters_are_those_of_the_men() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                assert_eq!(char::from(letter(piece.code())), piece.to_char());
            }
        }
    }

    #[test]
    fn every_set_of_files() {
        for occupied in 0..256_u32 {
            let (mut expected, mut gap) = (std::vec::Vec::new(), 0);
            for file in 0..8 {
                if occupied >> file & 1 == 0 {
                    gap += 1;
                    continue;
                }
                expected.extend((gap > 0).then_some(b'0' + gap));
                expected.push(b'A' + file);
                gap = 0;
            }
            expected.extend((gap > 0).then_some(b'0' + gap));
            let row = &RANKS[occupied as usize];
            let written = row.apply(u64::from_le_bytes(*b"ABCDEFGH")).to_le_bytes();
            assert_eq!(&written[..row.len as usize], expected, "{occupied:08b}");
            assert_eq!(written[row.len as usize..].iter().max().copied().unwrap_or(0), 0);
        }
    }
}
