//! Where lines end, a block at a time.
//!
//! Standard: §3.2.2, §4.1. Decisions: D-04.

use super::skip::BlockAndNext;
use super::{BLOCK, Blocks, Work, with_best};

/// Calls `take` for each block of `text` with its place and a bit for each line end in it: LF, and
/// CR without an LF after it. Ends when `take` returns `false`.
#[inline]
pub(crate) fn each_block_of_line_ends(text: &[u8], take: impl FnMut(usize, u64) -> bool) {
    with_best(LineEnds { text, take });
}

pub(super) struct LineEnds<'t, F> {
    pub(super) text: &'t [u8],
    pub(super) take: F,
}

impl<F: FnMut(usize, u64) -> bool> Work for LineEnds<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<B: Blocks>(mut self, blocks: B) {
        let mut base = 0;
        while let Some(block) = self.text.get(base..).and_then(|rest| rest.first_chunk()) {
            if !(self.take)(base, blocks.line_ends(block)) {
                return;
            }
            base += BLOCK;
        }
        let rest = self.text.get(base..).unwrap_or_default();
        let mut block: BlockAndNext = [0; BLOCK + 1];
        block[..rest.len()].copy_from_slice(rest);
        (self.take)(base, blocks.line_ends(&block));
    }
}
