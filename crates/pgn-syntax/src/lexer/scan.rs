//! Blocks of 64 bytes: which of them are what, as one bit a byte, lowest first.
//!
//! Owns: the classification of blocks, with the processor's vectors where it has them, and the
//! searches that are made of it. Knows nothing of: games, tokens, what follows from a class.
//! Standard: §4.1, §5, §7, §8.1. Decisions: none.
//! Start at [`words`]; [`find_hot`], [`plain_comment`] and [`plain_pair`] are the searches.
//!
//! The vector code looks a byte up by its two halves at once (two shuffles and an "and"), so that
//! one byte gets a bit for each of eight kinds. The portable code looks it up in a table. Both
//! are tested against [`Kind`], which says the same one byte after the other.
//!
//! The vectors make reading tokens 2.6 times as fast as the table does (docs/performance.md).
#![allow(unsafe_code)]

/// Bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Bits of a byte's kinds; what has none of them is [`Words::other`].
#[derive(Clone, Copy)]
struct Kind;

impl Kind {
    /// `A` to `O`, `a` to `o`.
    const EARLY: u8 = 1;
    /// `P` to `Z`, `p` to `z`.
    const LATE: u8 = 1 << 1;
    const DIGIT: u8 = 1 << 2;
    /// `#`, `+`, `-`.
    const SIGN: u8 = 1 << 3;
    /// `=`.
    const EQUALS: u8 = 1 << 4;
    const SPACE: u8 = 1 << 5;
    /// HT, LF, CR.
    const LINE: u8 = 1 << 6;
    const PERIOD: u8 = 1 << 7;

    const ALPHANUMERIC: u8 = Kind::EARLY | Kind::LATE | Kind::DIGIT;
    const WORD: u8 = Kind::ALPHANUMERIC | Kind::SIGN | Kind::EQUALS;
    const WHITE: u8 = Kind::SPACE | Kind::LINE;

    const fn of(byte: u8) -> u8 {
        match byte {
            b'A'..=b'O' | b'a'..=b'o' => Kind::EARLY,
            b'P'..=b'Z' | b'p'..=b'z' => Kind::LATE,
            b'0'..=b'9' => Kind::DIGIT,
            b'#' | b'+' | b'-' => Kind::SIGN,
            b'=' => Kind::EQUALS,
            b' ' => Kind::SPACE,
            b'\t' | b'\n' | b'\r' => Kind::LINE,
            b'.' => Kind::PERIOD,
            _ => 0,
        }
    }
}

/// A block of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Words {
    /// Letters, digits, `+ # - =`.
    pub(crate) word: u64,
    pub(crate) digit: u64,
    pub(crate) period: u64,
    /// Neither of these nor white space.
    pub(crate) other: u64,
}

/// What [`find_hot`] must know of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Heat {
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
struct Tag {
    alphanumeric: u64,
    /// What a plain value does not hold: quotes, backslashes, controls, DEL.
    stop: u64,
    high: u64,
}

/// Whether the vectors of AVX2 may be used.
#[inline(always)]
fn has_avx2() -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    return std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt");
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    return cfg!(all(target_arch = "x86_64", target_feature = "avx2"));
}

/// Runs `work`, and all that is inlined into it, with the instructions of newer processors where
/// there are such.
#[inline(always)]
pub(crate) fn with_vectors<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has AVX2 and the rest, as just asked.
        return unsafe { avx2::run(work) };
    }
    work()
}

/// Calls the vector code where it can run, else the portable code.
macro_rules! choose {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has AVX2, as just asked.
            return unsafe { avx2::$name($($argument),*) };
        }
        portable::$name($($argument),*)
    }};
}

/// The block at `at`; behind the window stand zeros.
#[inline(always)]
fn with_block<T>(window: &[u8], at: usize, look: impl FnOnce(&[u8; BLOCK]) -> T) -> T {
    let behind;
    // One call of `look`, so that it is inlined.
    let block = match window.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(block) => block,
        None => {
            behind = padded(window, at);
            &behind
        }
    };
    look(block)
}

#[cold]
fn padded(window: &[u8], at: usize) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let rest = window.get(at..).unwrap_or_default();
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// The eight bytes at `at`, the first one lowest; behind the window stand zeros.
#[inline(always)]
pub(crate) fn eight(window: &[u8], at: usize) -> u64 {
    match window.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => eight_padded(window, at),
    }
}

#[cold]
fn eight_padded(window: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    let rest = window.get(at..).unwrap_or_default();
    bytes[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(bytes)
}

/// Classifies the block of movetext at `at`.
#[inline(always)]
pub(crate) fn words(window: &[u8], at: usize) -> Words {
    with_block(window, at, |block| choose!(words(block)))
}

/// Classifies the block of a comment at `at`.
#[inline(always)]
pub(crate) fn prose(window: &[u8], at: usize) -> Prose {
    with_block(window, at, |block| choose!(prose(block)))
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
    choose!(find_hot(window, at, limit))
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
    choose!(plain_comment(window, start))
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

/// The pair whose bracket stands at `start`, if it is plain and its value at most
/// [`PLAIN_VALUE_MAX`] bytes long.
#[inline]
pub(crate) fn plain_pair(window: &[u8], start: usize) -> Option<PlainPair> {
    choose!(plain_pair(window, start))
}

/// The bytes that a value may have without being too long in characters (§7).
pub(crate) const PLAIN_VALUE_MAX: usize = 255;

/// All bits below `n`, for `n` up to 64.
#[inline(always)]
pub(crate) const fn below(n: usize) -> u64 {
    if n >= 64 { !0 } else { (1 << n) - 1 }
}

#[inline(always)]
fn find_hot_with(
    window: &[u8],
    at: usize,
    limit: usize,
    heat: impl Fn(&[u8; BLOCK]) -> Heat,
    comment: impl Fn(usize) -> Option<PlainComment>,
) -> Hot {
    let (mut base, mut floor) = (at, at);
    // Unknown at first, so that a hyphen in the first place counts.
    let mut before = 1;
    while base < limit {
        let found = with_block(window, base, &heat);
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
                b'{' => match comment(place + 1) {
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

#[inline(always)]
fn plain_comment_with(
    window: &[u8],
    start: usize,
    prose: impl Fn(&[u8; BLOCK]) -> Prose,
) -> Option<PlainComment> {
    let mut base = start;
    let mut high = 0;
    while base < start + PLAIN_BYTES_MAX {
        let found = with_block(window, base, &prose);
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

#[inline(always)]
fn plain_pair_with(
    window: &[u8],
    start: usize,
    tag: impl Fn(&[u8; BLOCK]) -> Tag,
) -> Option<PlainPair> {
    let first = with_block(window, start, &tag);
    let name_len = (!(first.alphanumeric >> 1)).trailing_zeros() as usize;
    let name_end = start + 1 + name_len;
    // The name, a space, the opening quote: all in this block, and a byte of value with them.
    if name_len == 0 || name_len > BLOCK - 4 || window.get(name_end..name_end + 2)? != b" \"" {
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
        let more = with_block(window, base, &tag);
        stop = more.stop;
        high = u64::from(high != 0) | (more.high & below(stop.trailing_zeros() as usize));
    }
    let place = stop.trailing_zeros() as usize;
    if base == start {
        high &= below(place);
    }
    let value_end = base + place;
    let is_plain = window.get(value_end..value_end + 2)? == b"\"]"
        && value_end - (start + value) <= PLAIN_VALUE_MAX;
    is_plain.then_some(PlainPair { name_end, value_end, is_ascii: high == 0 })
}

/// Eight bits a byte, by table.
mod portable {
    use super::{BLOCK, Heat, Hot, Kind, PlainComment, PlainPair, Prose, Tag, Words};

    /// For each byte four flags, 16 bits apart, so that 16 bytes fit one word.
    type Flags = [u64; 256];

    const fn flags(kinds: [u8; 4]) -> Flags {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let kind = Kind::of(byte as u8);
            let mut n = 0;
            while n < 4 {
                // No kind at all stands for "other".
                let holds = if kinds[n] == 0 { kind == 0 } else { kind & kinds[n] != 0 };
                table[byte] |= (holds as u64) << (16 * n);
                n += 1;
            }
            byte += 1;
        }
        table
    }

    /// Flags for what the kinds do not tell.
    const fn flags_of_prose() -> [Flags; 2] {
        let mut tables = [[0; 256]; 2];
        let mut at = 0;
        while at < 256 {
            let byte = at as u8;
            let control =
                (byte < 32 && !matches!(byte, b'\t' | b'\n' | 0x0B | b'\r')) || byte == 127;
            let line_end = matches!(byte, b'\n' | b'\r');
            let doubtful = (byte <= 32 && !line_end) || matches!(byte, b'[' | 127);
            let stop = byte < 32 || matches!(byte, b'"' | b'\\' | 127);
            let first = [byte == b'}', control, line_end, doubtful];
            let second = [byte == b'-', byte >= 128, stop, false];
            let mut n = 0;
            while n < 4 {
                tables[0][at] |= (first[n] as u64) << (16 * n);
                tables[1][at] |= (second[n] as u64) << (16 * n);
                n += 1;
            }
            at += 1;
        }
        tables
    }

    static WORDS: Flags = flags([Kind::WORD, Kind::DIGIT, Kind::PERIOD, 0]);
    static SCORES: Flags =
        flags([0, Kind::DIGIT | Kind::PERIOD | Kind::WHITE, Kind::ALPHANUMERIC, 0]);
    static PROSE: [Flags; 2] = flags_of_prose();

    #[inline]
    fn gather(block: &[u8; BLOCK], table: &Flags) -> [u64; 4] {
        let mut masks = [0; 4];
        for (quarter, bytes) in block.chunks_exact(16).enumerate() {
            let mut found = 0;
            for (n, &byte) in bytes.iter().enumerate() {
                found |= table[usize::from(byte)] << n;
            }
            for (n, mask) in masks.iter_mut().enumerate() {
                *mask |= (found >> (16 * n) & 0xFFFF) << (16 * quarter);
            }
        }
        masks
    }

    pub(super) fn words(block: &[u8; BLOCK]) -> Words {
        let [word, digit, period, other] = gather(block, &WORDS);
        Words { word, digit, period, other }
    }

    pub(super) fn heat(block: &[u8; BLOCK]) -> Heat {
        let [other, before_score, ..] = gather(block, &SCORES);
        let [hyphen, ..] = gather(block, &PROSE[1]);
        Heat { hot: other | hyphen, hyphen, before_score }
    }

    pub(super) fn prose(block: &[u8; BLOCK]) -> Prose {
        let [close, control, line_end, doubtful] = gather(block, &PROSE[0]);
        let [_, high, ..] = gather(block, &PROSE[1]);
        Prose { close, control, line_end, doubtful, high }
    }

    pub(super) fn tag(block: &[u8; BLOCK]) -> Tag {
        let [_, _, alphanumeric, _] = gather(block, &SCORES);
        let [_, high, stop, _] = gather(block, &PROSE[1]);
        Tag { alphanumeric, stop, high }
    }

    pub(super) fn find_hot(window: &[u8], at: usize, limit: usize) -> Hot {
        super::find_hot_with(window, at, limit, heat, |start| plain_comment(window, start))
    }

    pub(super) fn plain_comment(window: &[u8], start: usize) -> Option<PlainComment> {
        super::plain_comment_with(window, start, prose)
    }

    pub(super) fn plain_pair(window: &[u8], start: usize) -> Option<PlainPair> {
        super::plain_pair_with(window, start, tag)
    }
}

/// 32 bytes at a time.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{BLOCK, Heat, Hot, Kind, PlainComment, PlainPair, Prose, Tag, Words};
    use core::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_min_epu8,
        _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256,
        _mm256_shuffle_epi8, _mm256_srli_epi16,
    };

    /// Kinds that a lower half, and an upper half, of a byte leave possible; each twice, as the
    /// shuffle looks up in 16 bytes at a time.
    const HALVES: [[u8; 32]; 2] = {
        let mut halves = [[0; 32]; 2];
        let mut byte = 0;
        while byte < 256 {
            let kind = Kind::of(byte as u8);
            let mut twice = 0;
            while twice < 32 {
                halves[0][twice + byte % 16] |= kind;
                halves[1][twice + byte / 16] |= kind;
                twice += 16;
            }
            byte += 1;
        }
        // The two halves must say together what the whole byte says.
        let mut byte = 0;
        while byte < 256 {
            let both = halves[0][byte % 16] & halves[1][byte / 16];
            assert!(both == Kind::of(byte as u8));
            byte += 1;
        }
        halves
    };

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn run<T>(work: impl FnOnce() -> T) -> T {
        work()
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn load(half: &[u8; 32]) -> __m256i {
        // SAFETY: 32 bytes are there, and the load wants no alignment.
        unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
    }

    /// The two vectors of a block.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn vectors(block: &[u8; BLOCK]) -> [__m256i; 2] {
        let (low, high) = block.split_at(32);
        match (low.first_chunk(), high.first_chunk()) {
            (Some(low), Some(high)) => [load(low), load(high)],
            _ => [_mm256_setzero_si256(); 2],
        }
    }

    /// A bit for each byte whose top bit is set.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn mask(vectors: [__m256i; 2]) -> u64 {
        let low = _mm256_movemask_epi8(vectors[0]) as u32;
        let high = _mm256_movemask_epi8(vectors[1]) as u32;
        u64::from(high) << 32 | u64::from(low)
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn equals(vectors: [__m256i; 2], byte: u8) -> [__m256i; 2] {
        let byte = _mm256_set1_epi8(byte as i8);
        vectors.map(|vector| _mm256_cmpeq_epi8(vector, byte))
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn at_most(vectors: [__m256i; 2], byte: u8) -> [__m256i; 2] {
        let byte = _mm256_set1_epi8(byte as i8);
        vectors.map(|vector| _mm256_cmpeq_epi8(_mm256_min_epu8(vector, byte), vector))
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn or(one: [__m256i; 2], other: [__m256i; 2]) -> [__m256i; 2] {
        [_mm256_or_si256(one[0], other[0]), _mm256_or_si256(one[1], other[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn kinds(vectors: [__m256i; 2]) -> [__m256i; 2] {
        let (lower, upper) = (load(&HALVES[0]), load(&HALVES[1]));
        let nibble = _mm256_set1_epi8(15);
        vectors.map(|vector| {
            // The shuffle gives zero for bytes from 128 up by itself.
            let by_lower = _mm256_shuffle_epi8(lower, vector);
            let half = _mm256_and_si256(_mm256_srli_epi16::<4>(vector), nibble);
            _mm256_and_si256(by_lower, _mm256_shuffle_epi8(upper, half))
        })
    }

    /// A bit for each byte that has one of these kinds.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn having(kinds: [__m256i; 2], wanted: u8) -> u64 {
        let wanted = _mm256_set1_epi8(wanted as i8);
        let zero = _mm256_setzero_si256();
        !mask(kinds.map(|kind| _mm256_cmpeq_epi8(_mm256_and_si256(kind, wanted), zero)))
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn words(block: &[u8; BLOCK]) -> Words {
        let kinds = kinds(vectors(block));
        Words {
            word: having(kinds, Kind::WORD),
            digit: having(kinds, Kind::DIGIT),
            // The top bit of the kinds.
            period: mask(kinds),
            other: mask(equals(kinds, 0)),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn heat(block: &[u8; BLOCK]) -> Heat {
        let vectors = vectors(block);
        let kinds = kinds(vectors);
        let hyphen = equals(vectors, b'-');
        Heat {
            hot: mask(or(equals(kinds, 0), hyphen)),
            hyphen: mask(hyphen),
            before_score: having(kinds, Kind::DIGIT | Kind::PERIOD | Kind::WHITE),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn prose(block: &[u8; BLOCK]) -> Prose {
        let vectors = vectors(block);
        let line_end = mask(or(equals(vectors, b'\n'), equals(vectors, b'\r')));
        let tab = mask(or(equals(vectors, b'\t'), equals(vectors, 0x0B)));
        let delete = equals(vectors, 127);
        let doubtful = mask(or(at_most(vectors, 32), or(delete, equals(vectors, b'['))));
        Prose {
            close: mask(equals(vectors, b'}')),
            control: mask(or(at_most(vectors, 31), delete)) & !(line_end | tab),
            line_end,
            doubtful: doubtful & !line_end,
            high: mask(vectors),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn tag(block: &[u8; BLOCK]) -> Tag {
        let vectors = vectors(block);
        let signs = or(equals(vectors, b'"'), equals(vectors, b'\\'));
        let controls = or(at_most(vectors, 31), equals(vectors, 127));
        Tag {
            alphanumeric: having(kinds(vectors), Kind::ALPHANUMERIC),
            stop: mask(or(signs, controls)),
            high: mask(vectors),
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn find_hot(window: &[u8], at: usize, limit: usize) -> Hot {
        let comment = |start| super::plain_comment_with(window, start, |block| prose(block));
        super::find_hot_with(window, at, limit, |block| heat(block), comment)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn plain_comment(window: &[u8], start: usize) -> Option<PlainComment> {
        super::plain_comment_with(window, start, |block| prose(block))
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn plain_pair(window: &[u8], start: usize) -> Option<PlainPair> {
        super::plain_pair_with(window, start, |block| tag(block))
    }
}
