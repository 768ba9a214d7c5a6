//! Blocks of 64 bytes: which of them are what, as one bit a byte, lowest first.
//!
//! Standard: §4.1, §5, §7, §8.1.
//! Start at [`Blocks`]; [`find_stop`], [`plain_comment`], [`plain_value`] and
//! [`each_block_of_line_ends`] are the searches.
//!
//! A search is a [`Work`]: it is compiled once for the portable code and once for processors with
//! AVX2, which are detected at run time, together with everything that is inlined into it.
//!
//! The vector code looks a byte up by its two halves at once (two shuffles and an "and"), so that
//! one byte gets a bit for each of eight kinds. The portable code looks it up in a table. The
//! tests compare both with the kinds themselves, byte by byte. With vectors, tokens are read 1.7
//! to 2.3 times as fast as by table, and movetext is passed over 2.5 to 3.7 times as fast.
#![allow(unsafe_code)]

#[cfg(all(target_arch = "x86_64", not(pgnkit_portable)))]
mod avx2;
mod kind;
mod lines;
mod portable;
mod search;
mod skip;
#[cfg(test)]
mod tests;

use crate::step::head;
use portable::Portable;
use skip::{BlockAndNext, SkipMasks};

pub(crate) use lines::each_block_of_line_ends;
pub(crate) use search::{
    InBlock, PAIR_BYTES, PLAIN_PAIR_BYTES_MAX, PlainComment, first_half, name_of, ones,
    plain_comment, plain_name, plain_value,
};
pub(crate) use skip::find_stop;

/// Bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Bytes in half a block: names and values of tags are short.
pub(crate) const HALF: usize = BLOCK / 2;

/// Bytes that are read after a block when a word in it is loaded.
const BEHIND: usize = 8;

/// A block of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Words {
    /// Letters, digits, `+ # - =`.
    pub(crate) word: u64,
    pub(crate) digit: u64,
    pub(crate) period: u64,
    /// Neither of these nor space, HT, LF, CR.
    pub(crate) other: u64,
}

/// Where a comment on one line could end in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Braces {
    close: u64,
    /// Controls, tabs and line ends among them, DEL, bytes from 128 up.
    stop: u64,
}

/// A block of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prose {
    close: u64,
    /// Control codes that are not white space, and DEL.
    control: u64,
    /// LF and CR.
    line_end: u64,
    /// Bytes that may begin a tag line, or come before its start on the line: `[`, control codes,
    /// space, DEL.
    doubtful: u64,
    /// Bytes from 128 up.
    high: u64,
}

/// Half a block of a tag's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    /// Bytes that a plain value does not contain: quotes, backslashes, control codes, DEL.
    stop: u32,
    /// Bytes from 128 up.
    high: u32,
}

/// How blocks are classified.
pub(crate) trait Blocks: Copy {
    fn words(self, block: &[u8; BLOCK]) -> Words;
    /// Whether a block has neither stops nor braces.
    fn is_clear(self, text: &BlockAndNext) -> bool;
    /// Whether [`SkipMasks::line_end`] is not empty.
    fn has_line_end(self, text: &BlockAndNext) -> bool;
    fn skip_masks(self, text: &BlockAndNext) -> SkipMasks;
    /// LF, and CR that no LF follows.
    fn line_ends(self, text: &BlockAndNext) -> u64;
    /// For each bit whether an odd number of bits is set up to it, itself included.
    fn parity(self, mask: u64) -> u64;
    fn braces(self, block: &[u8; BLOCK]) -> Braces;
    fn prose(self, block: &[u8; BLOCK]) -> Prose;
    /// Where a name of letters and digits could end: all that is neither.
    fn name(self, half: &[u8; HALF]) -> u32;
    fn value(self, half: &[u8; HALF]) -> Value;
    fn differing(self, half: &[u8; HALF], other: &[u8; HALF]) -> u32;
}

/// Something that is done with blocks. `run` should be inlined always.
pub(crate) trait Work {
    type Output;
    fn run<B: Blocks>(self, blocks: B) -> Self::Output;
}

/// Does the work with the best instructions that the processor has.
#[inline]
pub(crate) fn with_best<W: Work>(work: W) -> W::Output {
    #[cfg(all(target_arch = "x86_64", not(pgnkit_portable)))]
    if let Some(avx2) = avx2::Avx2::detect() {
        return avx2.run(work);
    }
    work.run(Portable)
}

/// A block and what is after it, in a window; after the window are zeros.
pub(crate) struct View<'w> {
    bytes: &'w [u8; BLOCK + BEHIND],
}

impl<'w> View<'w> {
    /// The block at `at`; it is in `spare` if the window ends too early.
    #[inline(always)]
    pub(crate) fn new(
        window: &'w [u8],
        at: usize,
        spare: &'w mut [u8; BLOCK + BEHIND],
    ) -> View<'w> {
        match window.get(at..at + BLOCK + BEHIND).and_then(|bytes| bytes.first_chunk()) {
            Some(bytes) => View { bytes },
            None => {
                fill(spare, window, at);
                View { bytes: spare }
            }
        }
    }

    /// The padding for a block at the end of a window.
    #[inline(always)]
    pub(crate) fn spare() -> [u8; BLOCK + BEHIND] {
        [0; BLOCK + BEHIND]
    }

    #[inline(always)]
    pub(crate) fn block(&self) -> &'w [u8; BLOCK] {
        match self.bytes.first_chunk() {
            Some(block) => block,
            // A longer array begins with a shorter one.
            None => &[0; BLOCK],
        }
    }

    /// The eight bytes from `bit` on, the first one lowest.
    #[inline(always)]
    pub(crate) fn eight(&self, bit: usize) -> u64 {
        let bit = bit % BLOCK;
        self.bytes[bit..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    #[inline(always)]
    pub(crate) fn byte(&self, bit: usize) -> u8 {
        self.bytes[bit % BLOCK]
    }

    /// The bytes `from..to` of the block.
    #[inline(always)]
    pub(crate) fn text(&self, from: usize, to: usize) -> &'w [u8] {
        self.bytes.get(from..to).unwrap_or_default()
    }
}

#[cold]
fn fill(spare: &mut [u8; BLOCK + BEHIND], window: &[u8], at: usize) {
    let rest = window.get(at..).unwrap_or_default();
    spare.fill(0);
    spare[..rest.len()].copy_from_slice(rest);
}

/// The eight bytes at `at`, the first one lowest; after the window are zeros.
#[inline(always)]
pub(crate) fn eight(window: &[u8], at: usize) -> u64 {
    match window.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => eight_at_end(window, at),
    }
}

#[cold]
fn eight_at_end(window: &[u8], at: usize) -> u64 {
    head(window.get(at..).unwrap_or_default())
}

/// The first `len` bytes of eight, zeros after them; they are ASCII, so that the top bit of the
/// last one does not count.
#[inline(always)]
pub(crate) fn first_bytes(eight: u64, len: usize) -> u64 {
    eight & ((1 << (8 * len).min(63)) - 1)
}

/// All bits below `n`, for `n` up to 64.
#[inline(always)]
pub(crate) const fn below(n: usize) -> u64 {
    if n >= 64 { !0 } else { (1 << n) - 1 }
}
