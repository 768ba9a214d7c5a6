//! Searches over blocks.
//!
//! Owns: where a place that matters comes next, where a plain comment or tag pair ends. Knows
//! nothing of: what is done there.
//! Standard: §5, §8.1. Decisions: D-08, D-09.
//! Start at [`find_hot`], [`plain_comment`], [`PlainPairs`].

use super::{BLOCK, Blocks, Braces, Tag, View, Work, below, with_best};

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
}

/// The comment whose content begins at `start`, if it holds no control codes, no line that could
/// be a tag pair, and is closed within [`PLAIN_BYTES_MAX`].
#[inline]
pub(crate) fn plain_comment(window: &[u8], start: usize) -> Option<PlainComment> {
    with_best(FindClose { window, start })
}

/// Longer comments are looked at with more care, and come in parts.
pub(crate) const PLAIN_BYTES_MAX: usize = 4096;

/// A tag pair as the export format writes it, `[Name "value"]`, without escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainPair {
    /// End of the name, which begins behind the bracket.
    pub(crate) name_end: usize,
    /// End of the value, which begins two bytes behind the name.
    pub(crate) value_end: usize,
    /// Whether the value is.
    pub(crate) is_ascii: bool,
}

/// The bytes that a value may have without being too long in characters (§7).
pub(crate) const PLAIN_VALUE_MAX: usize = 255;

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
        let found = blocks.heat(view.block());
        let mut hot = found.other;
        if found.hyphen != 0 {
            // A hyphen is hot behind a digit, a period, white space, or what is hot itself; what
            // the block before ended with is not known.
            let warm = blocks.before_score(view.block()) | found.other;
            hot |= found.hyphen & (warm << 1 | 1);
        }
        hot &= below(limit - base);
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
        (self.close & first != 0).then_some(PlainComment { close, is_ascii })
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
    let mut high = 0;
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
            return is_closed.then_some(PlainComment { close: base + place, is_ascii: high == 0 });
        }
        high |= found.high;
        base += BLOCK - usize::from(cut);
    }
    None
}

/// A search for plain pairs, one behind the other; it keeps the block it has looked at, since two
/// or three of them fit in one.
pub(crate) struct PlainPairs<'w, B> {
    window: &'w [u8],
    blocks: B,
    base: usize,
    tag: Tag,
}

impl<'w, B: Blocks> PlainPairs<'w, B> {
    #[inline(always)]
    pub(crate) fn new(window: &'w [u8], blocks: B) -> PlainPairs<'w, B> {
        let tag = Tag { alphanumeric: 0, stop: 0, high: 0 };
        // No block is there yet.
        PlainPairs { window, blocks, base: usize::MAX - 2 * BLOCK, tag }
    }

    /// The pair whose bracket stands at `start`, if it is plain and its value at most
    /// [`PLAIN_VALUE_MAX`] bytes long. What the window's end cuts is left to others.
    #[inline(always)]
    pub(crate) fn at(&mut self, start: usize) -> Option<PlainPair> {
        let (mut bit, mut value, mut stop) = (0, 0, 0);
        let place = start.wrapping_sub(self.base);
        if place < BLOCK {
            bit = place;
            value = bit + 3 + ones(self.tag.alphanumeric, bit + 1);
            stop = self.tag.stop & !below(value);
        }
        if stop == 0 {
            (bit, self.base, self.tag) = (0, start, self.block(start)?);
            value = 3 + ones(self.tag.alphanumeric, 1);
            stop = self.tag.stop & !below(value);
        }
        let name_end = self.base + value - 2;
        let signs = self.window.get(name_end..)?.first_chunk::<2>()?;
        // The name, a space, the opening quote: all in one block.
        if value == bit + 3 || value >= BLOCK || signs != b" \"" {
            return None;
        }
        let value_start = name_end + 2;
        let (value_end, is_ascii) = if stop != 0 {
            let end = stop.trailing_zeros() as usize;
            (self.base + end, self.tag.high & below(end) & !below(value) == 0)
        } else {
            self.long_value(value_start)?
        };
        let signs = self.window.get(value_end..)?.first_chunk::<2>()?;
        let is_plain = signs == b"\"]" && value_end - value_start <= PLAIN_VALUE_MAX;
        is_plain.then_some(PlainPair { name_end, value_end, is_ascii })
    }

    #[inline(always)]
    fn block(&self, at: usize) -> Option<Tag> {
        Some(self.blocks.tag(self.window.get(at..)?.first_chunk()?))
    }

    /// The end of a value that goes on behind its block, and whether it is ASCII.
    #[inline(always)]
    fn long_value(&mut self, value_start: usize) -> Option<(usize, bool)> {
        let mut high = self.tag.high & !below(value_start - self.base);
        loop {
            self.base += BLOCK;
            if self.base > value_start + PLAIN_VALUE_MAX {
                return None;
            }
            self.tag = self.block(self.base)?;
            let end = self.tag.stop.trailing_zeros() as usize;
            high = u64::from(high != 0) | (self.tag.high & below(end));
            if end < BLOCK {
                return Some((self.base + end, high == 0));
            }
        }
    }
}

/// Length of the run of ones from this bit on.
#[inline(always)]
pub(crate) fn ones(mask: u64, bit: usize) -> usize {
    if bit >= BLOCK { 0 } else { (!(mask >> bit)).trailing_zeros() as usize }
}
