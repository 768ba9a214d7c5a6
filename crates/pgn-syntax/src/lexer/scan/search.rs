//! Searches over blocks.
//!
//! Owns: where a place that matters comes next, where a plain comment or tag pair ends. Knows
//! nothing of: what is done there.
//! Standard: §5, §8.1. Decisions: D-08, D-09.
//! Start at [`find_hot`], [`plain_comment`], [`plain_pair`].

use super::{BLOCK, Blocks, Braces, View, Work, below, first_bytes, with_best};

/// Where [`find_hot`] stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hot {
    /// The byte, or `limit` when there is none.
    pub(crate) place: usize,
    /// End of the last comment that was passed over, else where the search began.
    pub(crate) floor: usize,
}

/// The first byte from `at` on, before `limit`, that may end or change what is being passed over:
/// no letter, digit, period, white space or sign, unless the sign is a hyphen that could belong
/// to a marker. Plain comments are passed over.
pub(crate) fn find_hot(window: &[u8], at: usize, limit: usize) -> Hot {
    with_best(FindHot { window, at, limit })
}

/// A comment of which nothing is to be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainComment {
    /// Place of its closing brace.
    pub(crate) close: usize,
    pub(crate) is_ascii: bool,
    pub(crate) has_line_end: bool,
}

/// The comment whose content begins at `start`, if it holds no control codes, no line that could
/// be a tag pair, and is closed within [`PLAIN_BYTES_MAX`].
#[inline]
pub(crate) fn plain_comment(window: &[u8], start: usize) -> Option<PlainComment> {
    with_best(FindClose { window, start })
}

/// Longer comments are looked at with more care, and come in parts.
pub(crate) const PLAIN_BYTES_MAX: usize = 4096;

/// A tag pair as the export format writes it, `[Name "value"]`, without escapes, its value at most
/// [`PLAIN_VALUE_MAX`] bytes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainPair<'w> {
    pub(crate) name: &'w [u8],
    /// See [`RawTag::head`](crate::RawTag::head).
    pub(crate) head: u64,
    pub(crate) value: &'w [u8],
    /// Whether the value is.
    pub(crate) is_ascii: bool,
}

/// The bytes that a value may have without being too long in characters (§7).
const PLAIN_VALUE_MAX: usize = 255;

pub(super) struct FindHot<'w> {
    pub(super) window: &'w [u8],
    pub(super) at: usize,
    pub(super) limit: usize,
}

impl Work for FindHot<'_> {
    type Output = Hot;

    #[inline(always)]
    fn run<B: Blocks>(self, blocks: B) -> Hot {
        hot(self.window, self.at, self.limit, blocks)
    }
}

#[inline(always)]
fn hot(window: &[u8], at: usize, limit: usize, blocks: impl Blocks) -> Hot {
    let (mut base, mut floor) = (at, at);
    let mut spare = View::spare();
    while base < limit {
        let view = View::new(window, base, &mut spare);
        let mut hot = blocks.hot(view.block()) & below(limit - base);
        let mut next = base + BLOCK;
        let mut braces = None;
        while hot != 0 {
            let bit = hot.trailing_zeros() as usize;
            let place = base + bit;
            match view.byte(bit) {
                b'!' | b'?' | b'$' => hot &= hot - 1,
                b'{' => {
                    let braces = braces.get_or_insert_with(|| blocks.braces(view.block()));
                    let end = match braces.comment(bit) {
                        Some(comment) => base + comment.close + 1,
                        None => match close(window, place + 1, blocks) {
                            Some(comment) => comment.close + 1,
                            None => return Hot { place, floor },
                        },
                    };
                    if end > limit {
                        return Hot { place, floor };
                    }
                    floor = end;
                    if end >= base + BLOCK {
                        next = end;
                        break;
                    }
                    hot &= !below(end - base);
                }
                _ => return Hot { place, floor },
            }
        }
        base = next;
    }
    Hot { place: limit, floor }
}

impl Braces {
    /// The comment whose brace opens at this place of the block, if it ends in the block and is on
    /// one line.
    #[inline(always)]
    pub(crate) fn comment(&self, open: usize) -> Option<PlainComment> {
        // What is not behind the brace, the brace itself included.
        let behind = (!1) << (open % BLOCK);
        let stop = self.stop & behind;
        let first = stop & stop.wrapping_neg();
        let is_ascii = self.high == 0 || self.high & behind & first.wrapping_sub(1) == 0;
        let close = first.trailing_zeros() as usize;
        let has_line_end = false;
        (self.close & first != 0).then_some(PlainComment { close, is_ascii, has_line_end })
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
        // A line end is harmless when the byte behind it neither begins a tag line nor may stand
        // before one. Behind the last byte of a block stands the first of the next.
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

/// The pair that `text` begins with, if it is plain. What the window's end cuts is left to others.
#[inline(always)]
pub(crate) fn plain_pair(text: &[u8], blocks: impl Blocks) -> Option<PlainPair<'_>> {
    let view = View { bytes: text.first_chunk()? };
    let found = blocks.tag(view.block());
    // The name, a space, the opening quote: all in one block.
    let name_len = ones(found.alphanumeric, 1);
    let value = name_len + 3;
    if name_len == 0 || value >= BLOCK || view.eight(name_len + 1) as u16 != SPACE_QUOTE {
        return None;
    }
    let stop = found.stop & !below(value);
    let (end, is_ascii) = if stop != 0 {
        let high = found.high & !below(value);
        (stop.trailing_zeros() as usize, high & (stop & stop.wrapping_neg()).wrapping_sub(1) == 0)
    } else {
        long_value(text, found.high & !below(value), blocks)?
    };
    let value = text.get(value..end)?;
    let is_plain = text.get(end..)?.first_chunk() == Some(b"\"]") && value.len() <= PLAIN_VALUE_MAX;
    let name = view.text(1, 1 + name_len);
    let head = first_bytes(view.eight(1), name_len);
    is_plain.then_some(PlainPair { name, head, value, is_ascii })
}

const SPACE_QUOTE: u16 = u16::from_le_bytes(*b" \"");

/// The end of a value that goes on behind its block, and whether it is ASCII, given where the
/// block has bytes of the value that are not.
#[inline(always)]
fn long_value(text: &[u8], high: u64, blocks: impl Blocks) -> Option<(usize, bool)> {
    let (mut base, mut is_ascii) = (BLOCK, high == 0);
    while base <= BLOCK + PLAIN_VALUE_MAX {
        let found = blocks.tag(text.get(base..)?.first_chunk()?);
        let end = found.stop.trailing_zeros() as usize;
        is_ascii &= found.high & below(end) == 0;
        if end < BLOCK {
            return Some((base + end, is_ascii));
        }
        base += BLOCK;
    }
    None
}

/// Length of the run of ones from this bit on.
#[inline(always)]
pub(crate) fn ones(mask: u64, bit: usize) -> usize {
    if bit >= BLOCK { 0 } else { (!(mask >> bit)).trailing_zeros() as usize }
}
