//! Searches over blocks.
//!
//! Standard: §5, §8.1. Decisions: D-08, D-09.

use super::{BLOCK, Blocks, Braces, HALF, View, Work, below, first_bytes, with_best};

/// A comment that has no diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainComment {
    /// Place of its closing brace.
    pub(crate) close: usize,
    pub(crate) is_ascii: bool,
    pub(crate) has_line_end: bool,
}

/// The comment whose content begins at `start`, if it contains no control codes, no line that could
/// be a tag pair, and is closed within [`PLAIN_BYTES_MAX`].
#[inline]
pub(crate) fn plain_comment(window: &[u8], start: usize) -> Option<PlainComment> {
    with_best(FindClose { window, start })
}

/// Longer comments need a closer look, and come in parts.
pub(crate) const PLAIN_BYTES_MAX: usize = 4096;

/// The value of a tag pair as the export format writes it, closed by `"]`, without escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainValue<'w> {
    pub(crate) text: &'w [u8],
    pub(crate) is_ascii: bool,
}

/// The bytes that a value may have without being too long in characters (§7).
const PLAIN_VALUE_MAX: usize = 255;

/// The bytes needed to find a short pair: half a block for line end, bracket, name, space and
/// quote, half a block for value and closing; and more, so that no place in it needs a check.
pub(crate) const PAIR_BYTES: usize = BLOCK + HALF + 2 + 2;

/// No plain pair is longer.
pub(crate) const PLAIN_PAIR_BYTES_MAX: usize = HALF + PLAIN_VALUE_MAX + 6;

/// The flags of a block of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InBlock {
    /// It is plain, on one line and ASCII, and closes at this place of the block.
    Plain(usize),
    /// It continues after the block.
    Open,
    /// It closes in the block, but must be looked at.
    Odd,
}

impl Braces {
    /// The comment whose brace opens at this place of the block.
    #[inline(always)]
    pub(crate) fn comment(&self, open: usize) -> InBlock {
        // The bits up to and including the brace.
        let behind = (!1) << (open % BLOCK);
        let close = self.close & behind;
        let before_close = close.wrapping_sub(1) & !close;
        if self.stop & behind & before_close == 0 && close != 0 {
            InBlock::Plain(close.trailing_zeros() as usize)
        } else if close == 0 {
            InBlock::Open
        } else {
            InBlock::Odd
        }
    }
}

pub(super) struct FindClose<'w> {
    pub(super) window: &'w [u8],
    pub(super) start: usize,
}

impl Work for FindClose<'_> {
    type Output = Option<PlainComment>;

    #[inline(always)]
    fn run<B: Blocks>(self, blocks: B) -> Option<PlainComment> {
        close(self.window, self.start, blocks)
    }
}

#[inline(always)]
fn close(window: &[u8], start: usize, blocks: impl Blocks) -> Option<PlainComment> {
    let mut base = start;
    let (mut high, mut line_ends) = (0, 0);
    while base < start + PLAIN_BYTES_MAX {
        let mut spare = View::spare();
        let found = blocks.prose(View::new(window, base, &mut spare).block());
        // A line end is harmless if the next byte cannot begin a tag line or come before one. The
        // byte after the last one of a block is the first of the next.
        let stop = found.close | found.control | (found.line_end & (found.doubtful >> 1));
        let cut = found.line_end >> 63 != 0;
        if stop != 0 {
            let place = stop.trailing_zeros() as usize;
            let is_closed = found.close >> place & 1 != 0;
            high |= found.high & below(place);
            line_ends |= found.line_end & below(place);
            let (close, is_ascii, has_line_end) = (base + place, high == 0, line_ends != 0);
            return is_closed.then_some(PlainComment { close, is_ascii, has_line_end });
        }
        high |= found.high;
        line_ends |= found.line_end;
        base += BLOCK - usize::from(cut);
    }
    None
}

#[inline(always)]
pub(crate) fn first_half(near: &[u8; PAIR_BYTES]) -> &[u8; HALF] {
    near.first_chunk().unwrap_or(&[0; HALF])
}

/// The bytes of line end and of all before the value of the pair that comes next, if its name has
/// but letters and digits, and a space and a quote after it.
#[inline(always)]
pub(crate) fn plain_name(near: &[u8; PAIR_BYTES], blocks: impl Blocks) -> Option<(usize, usize)> {
    let n_white = match *near {
        [b'\n', b'[', ..] => 1,
        [b'\r', b'\n', b'[', ..] => 2,
        [b'[', ..] => 0,
        _ => return None,
    };
    let behind = near[n_white + 1..].first_chunk()?;
    let name_len = blocks.name(behind).trailing_zeros() as usize;
    // So that a half block contains all of it.
    let is_short = n_white + name_len + 3 <= HALF;
    let is_plain = is_short && name_len > 0 && behind.get(name_len..name_len + 2) == Some(b" \"");
    is_plain.then_some((n_white, n_white + name_len + 3))
}

/// The name and its head, of a pair with this many bytes of line end and of everything before the
/// value, as returned by [`plain_name`].
#[inline(always)]
pub(crate) fn name_of(near: &[u8; PAIR_BYTES], n_white: usize, start: usize) -> (&[u8], u64) {
    // `%` is a no-op here; it lets the compiler drop bounds checks.
    let (behind, len) = (&near[n_white % 4 + 1..], start.wrapping_sub(n_white + 3) % HALF);
    let eight = behind.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    (&behind[..len], first_bytes(eight, len))
}

/// The value that begins at `start` in `text`, if it is plain. A value that reaches the end of the
/// window is left to the general code. `near` is the beginning of `text`.
#[inline(always)]
pub(crate) fn plain_value<'w>(
    text: &'w [u8],
    near: &'w [u8; PAIR_BYTES],
    start: usize,
    blocks: impl Blocks,
) -> Option<PlainValue<'w>> {
    // At most half a block.
    let rest = &near[start % BLOCK..];
    let found = blocks.value(rest.first_chunk()?);
    if found.stop == 0 {
        let (len, is_ascii) = long_value(text.get(start..)?, found.high, blocks)?;
        return Some(PlainValue { text: text.get(start..start + len)?, is_ascii });
    }
    let below = (found.stop & found.stop.wrapping_neg()).wrapping_sub(1);
    let len = found.stop.trailing_zeros() as usize;
    let is_closed = rest[len..].first_chunk() == Some(b"\"]");
    is_closed.then_some(PlainValue { text: &rest[..len], is_ascii: found.high & below == 0 })
}

/// The length of a value that continues after half a block, and whether it is ASCII, given the
/// non-ASCII bytes of that half; `None` if it is too long to be plain, or its pair is not closed
/// after it.
#[inline(always)]
fn long_value(text: &[u8], high: u32, blocks: impl Blocks) -> Option<(usize, bool)> {
    let (mut base, mut is_ascii) = (HALF, high == 0);
    while base <= PLAIN_VALUE_MAX {
        let half = text.get(base..)?;
        let found = blocks.value(half.first_chunk()?);
        let len = found.stop.trailing_zeros() as usize;
        is_ascii &= u64::from(found.high) & below(len) == 0;
        if len < HALF {
            let is_closed = half.get(len..)?.first_chunk() == Some(b"\"]");
            let is_plain = is_closed && base + len <= PLAIN_VALUE_MAX;
            return is_plain.then_some((base + len, is_ascii));
        }
        base += HALF;
    }
    None
}

/// Length of the run of ones from this bit on.
#[inline(always)]
pub(crate) fn ones(mask: u64, bit: usize) -> usize {
    if bit >= BLOCK { 0 } else { (!(mask >> bit)).trailing_zeros() as usize }
}
