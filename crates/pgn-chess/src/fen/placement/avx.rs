//! The pieces of a rank, moved by one shuffle of bytes.
//!
//! Standard: §16.1.3.1.
//!
//! The idea: for each byte, a shuffle takes either a byte of its source or nothing. Shuffling the
//! letters by the board codes turns codes into letters; shuffling the letters of a rank by the
//! occupied files moves them to their places, and digits and the slash are or-ed into the remaining
//! bytes.
#![allow(unsafe_code)]

use super::BYTES_MAX;
use crate::board::Board;
use crate::piece::{Color, Piece, Role};
use core::arch::x86_64::{
    __m128i, _mm_loadu_si128, _mm_or_si128, _mm_shuffle_epi8, _mm_srli_si128, _mm_storeu_si128,
};

/// The proof that this processor has AVX.
#[derive(Clone, Copy)]
pub(super) struct Avx(());

impl Avx {
    #[inline(always)]
    pub(super) fn detect() -> Option<Avx> {
        #[cfg(feature = "std")]
        let is_there = std::arch::is_x86_feature_detected!("avx");
        #[cfg(not(feature = "std"))]
        let is_there = cfg!(target_feature = "avx");
        is_there.then_some(Avx(()))
    }

    #[inline(always)]
    pub(super) fn write(self, bytes: &mut [u8; BYTES_MAX], board: &Board) -> usize {
        // SAFETY: a value of this type is the proof.
        unsafe { write(bytes, board) }
    }
}

/// Bytes that are written for a rank: its text is nine at most.
const WIDTH: usize = 16;

/// A shuffle returns zero for this index.
const NOTHING: u8 = 0x80;

/// How to move the letters of one rank.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct RankMasks {
    /// Which file comes where; in the last byte, which no text reaches, how many bytes that makes.
    files: [u8; WIDTH],
    /// The digits in their places, and the slash after the rank.
    signs: [u8; WIDTH],
}

/// By set of occupied files.
static ROWS: [RankMasks; 256] = {
    let mut table = [RankMasks { files: [NOTHING; WIDTH], signs: [0; WIDTH] }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        let row = &mut table[occupied];
        let (mut file, mut len) = (0, 0);
        while file < 8 {
            let gap = ((occupied | 256) >> file).trailing_zeros() as usize;
            if gap == 0 {
                row.files[len] = file as u8;
                file += 1;
            } else {
                row.signs[len] = b'0' + gap as u8;
                file += gap;
            }
            len += 1;
        }
        row.signs[len] = b'/';
        row.files[WIDTH - 1] = len as u8 + 1;
        occupied += 1;
    }
    table
};

/// By board code; that of an empty square finds a letter that no rank takes.
static LETTERS: [u8; 16] = {
    let mut table = [0; 16];
    let mut n = 0;
    while n < Role::ALL.len() {
        let role = Role::ALL[n];
        let (white, black) =
            (Piece { color: Color::White, role }, Piece { color: Color::Black, role });
        table[white.code() as usize] = white.to_char() as u8;
        table[black.code() as usize] = black.to_char() as u8;
        n += 1;
    }
    table
};

#[target_feature(enable = "avx")]
fn write(bytes: &mut [u8; BYTES_MAX], board: &Board) -> usize {
    let letters = load(&LETTERS);
    let occupied = board.occupied().0.to_le_bytes();
    let mut at = 0;
    for (pair, codes) in board.codes.as_chunks().0.iter().enumerate().rev() {
        let pair_of_ranks = _mm_shuffle_epi8(letters, load(codes));
        for (rank, letters) in
            [(2 * pair + 1, _mm_srli_si128::<8>(pair_of_ranks)), (2 * pair, pair_of_ranks)]
        {
            let row = &ROWS[usize::from(occupied[rank])];
            // Before the vectors: the compiler takes it out of one of them else, which is slower.
            let len = usize::from(row.files[WIDTH - 1]);
            let text = _mm_or_si128(_mm_shuffle_epi8(letters, load(&row.files)), load(&row.signs));
            // Seven ranks of nine bytes are 63: with the mask no bounds check is needed.
            let here = at & 63;
            if let Some(spare) = bytes[here..].first_chunk_mut() {
                store(spare, text);
            }
            at = here + len;
        }
    }
    bytes[(at - 1) & (BYTES_MAX - 1)] = b' ';
    at
}

#[inline]
#[target_feature(enable = "avx")]
fn load(bytes: &[u8; WIDTH]) -> __m128i {
    // SAFETY: 16 bytes are there, and the load requires no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx")]
fn store(bytes: &mut [u8; WIDTH], text: __m128i) {
    // SAFETY: 16 bytes are there, and the store requires no alignment.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), text) }
}

#[cfg(test)]
mod tests {
    use super::super::write_portable;
    use super::*;
    use crate::board::EMPTY;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shuffled_ranks_are_those_that_are_moved_by_masks(
            pieces in proptest::collection::vec((0..6_u8, 0..2_u8, 0..3_u8), 64),
        ) {
            let Some(avx) = Avx::detect() else { return Ok(()) };
            let mut board = Board::EMPTY;
            for (code, (role, color, empty)) in board.codes.iter_mut().zip(pieces) {
                *code = if empty == 0 { role | color << 3 } else { EMPTY };
            }
            board.sets_of_codes();
            let (mut fast, mut slow) = ([0; BYTES_MAX], [0; BYTES_MAX]);
            let len = avx.write(&mut fast, &board);
            prop_assert_eq!(len, write_portable(&mut slow, &board));
            prop_assert_eq!(&fast[..len], &slow[..len]);
        }
    }
}
