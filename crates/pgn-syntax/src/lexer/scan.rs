//! Blocks of 64 bytes: which of them are what, as one bit a byte, lowest first.
//!
//! Owns: the classification of blocks, with the processor's vectors where it has them, and the
//! searches that are made of it. Knows nothing of: games, tokens, what follows from a class.
//! Standard: §4.1, §5, §7, §8.1. Decisions: none.
//! Start at [`words`]; [`find_hot`], [`plain_comment`] and [`plain_pair`] are the searches.
//!
//! A search is a [`Work`]: it is compiled once for the portable code and once for processors with
//! AVX2, which the program finds out when it runs; all that is inlined into it is compiled with it.
//!
//! The vector code looks a byte up by its two halves at once (two shuffles and an "and"), so that
//! one byte gets a bit for each of eight kinds. The portable code looks it up in a table. The
//! tests compare both with the kinds themselves, byte by byte.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod kind;
mod portable;
#[cfg(test)]
mod tests;

use portable::Portable;

/// Bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Bytes that are read behind a block when a word in it is loaded.
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

/// What [`find_hot`] must know of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heat {
    /// [`Words::other`], and hyphens.
    hot: u64,
    hyphen: u64,
    /// Digits, periods, white space: what a hyphen must not follow to be cold.
    before_score: u64,
}

/// A block of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prose {
    pub(crate) close: u64,
    /// Controls that are no white space, and DEL.
    pub(crate) control: u64,
    /// LF and CR.
    pub(crate) line_end: u64,
    /// What may begin a tag line, or stand before it on its line: `[`, controls, space, DEL.
    doubtful: u64,
    /// Bytes from 128 up.
    pub(crate) high: u64,
}

/// A block of a tag pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tag {
    alphanumeric: u64,
    /// What a plain value does not hold: quotes, backslashes, controls, DEL.
    stop: u64,
    high: u64,
}

/// How blocks are classified.
pub(crate) trait Blocks: Copy {
    fn words(self, block: &[u8; BLOCK]) -> Words;
    fn heat(self, block: &[u8; BLOCK]) -> Heat;
    fn prose(self, block: &[u8; BLOCK]) -> Prose;
    fn tag(self, block: &[u8; BLOCK]) -> Tag;
}

/// Something that is done with blocks. `run` should be inlined always.
pub(crate) trait Work {
    type Output;
    fn run<B: Blocks>(self, blocks: B) -> Self::Output;
}

/// Does the work with the best instructions that the processor has.
#[inline]
pub(crate) fn with_best<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = avx2::Avx2::detect() {
        return avx2.run(work);
    }
    work.run(Portable)
}

/// A block and what stands behind it, in a window; behind the window stand zeros.
pub(crate) struct View<'w> {
    bytes: &'w [u8; BLOCK + BEHIND],
}

impl<'w> View<'w> {
    /// The block at `at`; `spare` holds it when the window ends too soon.
    #[inline(always)]
    pub(crate) fn new(
        window: &'w [u8],
        at: usize,
        spare: &'w mut [u8; BLOCK + BEHIND],
    ) -> View<'w> {
        match window.get(at..).and_then(|rest| rest.first_chunk()) {
            Some(bytes) => View { bytes },
            None => {
                fill(spare, window, at);
                View { bytes: spare }
            }
        }
    }

    /// Room for a block at the end of a window.
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

/// The eight bytes at `at`, the first one lowest; behind the window stand zeros.
#[inline(always)]
pub(crate) fn eight(window: &[u8], at: usize) -> u64 {
    match window.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => eight_at_end(window, at),
    }
}

#[cold]
fn eight_at_end(window: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    let rest = window.get(at..).unwrap_or_default();
    bytes[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(bytes)
}

/// All bits below `n`, for `n` up to 64.
#[inline(always)]
pub(crate) const fn below(n: usize) -> u64 {
    if n >= 64 { !0 } else { (1 << n) - 1 }
}

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

struct FindHot<'w> {
    window: &'w [u8],
    at: usize,
    limit: usize,
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
    // Unknown at first, so that a hyphen in the first place counts.
    let mut before = 1;
    while base < limit {
        let mut spare = View::spare();
        let found = blocks.heat(View::new(window, base, &mut spare).block());
        // A hyphen is hot behind a digit, a period, white space, or what is hot itself.
        let warm = (found.before_score | (found.hot & !found.hyphen)) << 1 | before;
        let mut hot = found.hot & (!found.hyphen | warm);
        let mut next = base + BLOCK;
        before = (found.before_score | (found.hot & !found.hyphen)) >> 63;
        while hot != 0 {
            let place = base + hot.trailing_zeros() as usize;
            if place >= limit {
                return Hot { place: limit, floor };
            }
            match window[place] {
                b'!' | b'?' | b'$' => hot &= hot - 1,
                b'{' => match close(window, place + 1, blocks) {
                    Some(PlainComment { close, .. }) if close < limit => {
                        floor = close + 1;
                        if close + 1 >= base + BLOCK {
                            next = close + 1;
                            before = 1;
                            break;
                        }
                        hot &= !below(close + 1 - base);
                    }
                    _ => return Hot { place, floor },
                },
                _ => return Hot { place, floor },
            }
        }
        base = next;
    }
    Hot { place: limit, floor }
}

struct FindClose<'w> {
    window: &'w [u8],
    start: usize,
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

/// The pair whose bracket stands at `start`, if it is plain and its value at most
/// [`PLAIN_VALUE_MAX`] bytes long.
#[inline(always)]
pub(crate) fn plain_pair(window: &[u8], start: usize, blocks: impl Blocks) -> Option<PlainPair> {
    // What the window's end cuts is left to those who can say so.
    let tag = |at| Some(blocks.tag(window.get(at..)?.first_chunk()?));
    let first = tag(start)?;
    let name_len = (!(first.alphanumeric >> 1)).trailing_zeros() as usize;
    let name_end = start + 1 + name_len;
    // The name, a space, the opening quote: all in this block, and a byte of value with them.
    let signs = window.get(name_end..)?.first_chunk::<2>()?;
    if name_len == 0 || name_len > BLOCK - 4 || signs != b" \"" {
        return None;
    }
    let value = name_len + 3;
    let mut stop = first.stop & !below(value);
    let mut high = first.high & !below(value);
    let mut base = start;
    while stop == 0 {
        base += BLOCK;
        if base > start + value + PLAIN_VALUE_MAX {
            return None;
        }
        let more = tag(base)?;
        stop = more.stop;
        high = u64::from(high != 0) | (more.high & below(stop.trailing_zeros() as usize));
    }
    let place = stop.trailing_zeros() as usize;
    if base == start {
        high &= below(place);
    }
    let value_end = base + place;
    let signs = window.get(value_end..)?.first_chunk::<2>()?;
    let is_plain = signs == b"\"]" && value_end - (start + value) <= PLAIN_VALUE_MAX;
    is_plain.then_some(PlainPair { name_end, value_end, is_ascii: high == 0 })
}
