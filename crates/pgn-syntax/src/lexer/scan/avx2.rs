//! Blocks by vectors of 32 bytes.

use super::kind::{KINDS, prose, words};
use super::skip::{BlockAndNext, SkipMasks};
use super::{BLOCK, Blocks, Braces, HALF, Prose, Value, Words, Work};
use core::arch::x86_64::{
    __m256i, _mm_clmulepi64_si128, _mm_cvtsi128_si64, _mm_set_epi64x, _mm_set1_epi8,
    _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8,
    _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_srli_epi16,
};

/// Proof that this processor has AVX2 and the extensions that come with it.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    #[inline(always)]
    pub(super) fn detect() -> Option<Avx2> {
        #[cfg(feature = "std")]
        let is_there = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("pclmulqdq")
            && std::arch::is_x86_feature_detected!("popcnt");
        #[cfg(not(feature = "std"))]
        let is_there = cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "pclmulqdq",
            target_feature = "popcnt"
        ));
        is_there.then_some(Avx2(()))
    }

    #[inline]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: a value of this type is the proof.
        unsafe { run(self, work) }
    }
}

/// The work and all that is inlined into it, compiled for these processors.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,pclmulqdq,popcnt")]
fn run<W: Work>(avx2: Avx2, work: W) -> W::Output {
    work.run(avx2)
}

impl Blocks for Avx2 {
    #[inline(always)]
    fn words(self, block: &[u8; BLOCK]) -> Words {
        // SAFETY: a value of this type is the proof.
        unsafe { words_of(block) }
    }

    #[inline(always)]
    fn is_clear(self, text: &BlockAndNext) -> bool {
        // SAFETY: a value of this type is the proof.
        unsafe { is_clear(text) }
    }

    #[inline(always)]
    fn has_line_end(self, text: &BlockAndNext) -> bool {
        // SAFETY: a value of this type is the proof.
        unsafe { has_line_end(text) }
    }

    #[inline(always)]
    fn skip_masks(self, text: &BlockAndNext) -> SkipMasks {
        // SAFETY: a value of this type is the proof.
        unsafe { skip_masks_of(text) }
    }

    #[inline(always)]
    fn line_ends(self, text: &BlockAndNext) -> u64 {
        // SAFETY: a value of this type is the proof.
        unsafe { line_ends_of(text) }
    }

    #[inline(always)]
    fn parity(self, mask: u64) -> u64 {
        // SAFETY: a value of this type is the proof.
        unsafe { parity_of(mask) }
    }

    #[inline(always)]
    fn braces(self, block: &[u8; BLOCK]) -> Braces {
        // SAFETY: a value of this type is the proof.
        unsafe { braces_of(block) }
    }

    #[inline(always)]
    fn prose(self, block: &[u8; BLOCK]) -> Prose {
        // SAFETY: a value of this type is the proof.
        unsafe { prose_of(block) }
    }

    #[inline(always)]
    fn name(self, half: &[u8; HALF]) -> u32 {
        // SAFETY: a value of this type is the proof.
        unsafe { name_of(half) }
    }

    #[inline(always)]
    fn value(self, half: &[u8; HALF]) -> Value {
        // SAFETY: a value of this type is the proof.
        unsafe { value_of(half) }
    }

    #[inline(always)]
    fn differing(self, half: &[u8; HALF], other: &[u8; HALF]) -> u32 {
        // SAFETY: a value of this type is the proof.
        unsafe { differing_of(half, other) }
    }
}

/// Kinds that a lower half, and an upper half, of a byte leave possible; each twice, as the
/// shuffle looks up in 16 bytes at a time.
struct Halves {
    lower: [u8; 32],
    upper: [u8; 32],
}

/// Separates the kinds; fails to compile if two halves together do not determine the kind of the
/// byte.
const fn halves(kinds: &[u8; 256]) -> Halves {
    let mut halves = Halves { lower: [0; 32], upper: [0; 32] };
    let mut byte = 0;
    while byte < 256 {
        let mut twice = 0;
        while twice < 32 {
            halves.lower[twice + byte % 16] |= kinds[byte];
            halves.upper[twice + byte / 16] |= kinds[byte];
            twice += 16;
        }
        byte += 1;
    }
    byte = 0;
    while byte < 256 {
        assert!(halves.lower[byte % 16] & halves.upper[byte / 16] == kinds[byte]);
        byte += 1;
    }
    halves
}

static WORDS: Halves = halves(&KINDS[0]);
static SKIP: Halves = halves(&KINDS[3]);
static PROSE: Halves = halves(&KINDS[1]);
static NAME: Halves = halves(&KINDS[2]);

#[inline]
#[target_feature(enable = "avx2")]
fn load(half: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes are there, and the load requires no alignment.
    unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
}

/// The two vectors of a block.
#[inline]
#[target_feature(enable = "avx2")]
fn vectors(block: &[u8; BLOCK]) -> [__m256i; 2] {
    let (low, high) = block.split_at(32);
    match (low.first_chunk(), high.first_chunk()) {
        (Some(low), Some(high)) => [load(low), load(high)],
        _ => [_mm256_setzero_si256(); 2],
    }
}

/// A bit for each byte whose top bit is set.
#[inline]
#[target_feature(enable = "avx2")]
fn mask(vectors: [__m256i; 2]) -> u64 {
    let low = _mm256_movemask_epi8(vectors[0]) as u32;
    let high = _mm256_movemask_epi8(vectors[1]) as u32;
    u64::from(high) << 32 | u64::from(low)
}

#[inline]
#[target_feature(enable = "avx2")]
fn equal(vectors: [__m256i; 2], byte: u8) -> [__m256i; 2] {
    let byte = _mm256_set1_epi8(byte as i8);
    [_mm256_cmpeq_epi8(vectors[0], byte), _mm256_cmpeq_epi8(vectors[1], byte)]
}

#[inline]
#[target_feature(enable = "avx2")]
fn kinds_of(vector: __m256i, halves: &Halves) -> __m256i {
    // The shuffle returns zero for bytes from 128 up.
    let by_lower = _mm256_shuffle_epi8(load(&halves.lower), vector);
    let half = _mm256_and_si256(_mm256_srli_epi16::<4>(vector), _mm256_set1_epi8(15));
    _mm256_and_si256(by_lower, _mm256_shuffle_epi8(load(&halves.upper), half))
}

#[inline]
#[target_feature(enable = "avx2")]
fn kinds(vectors: [__m256i; 2], halves: &Halves) -> [__m256i; 2] {
    [kinds_of(vectors[0], halves), kinds_of(vectors[1], halves)]
}

/// A bit for each byte that has one of these kinds.
#[inline]
#[target_feature(enable = "avx2")]
fn having(kinds: [__m256i; 2], wanted: u8) -> u64 {
    let wanted = _mm256_set1_epi8(wanted as i8);
    let parts = [_mm256_and_si256(kinds[0], wanted), _mm256_and_si256(kinds[1], wanted)];
    !mask(equal(parts, 0))
}

#[inline]
#[target_feature(enable = "avx2")]
fn words_of(block: &[u8; BLOCK]) -> Words {
    let kinds = kinds(vectors(block), &WORDS);
    Words {
        word: having(kinds, words::WORD),
        digit: having(kinds, words::DIGIT),
        // The top bit of the kinds.
        period: mask(kinds),
        other: mask(equal(kinds, 0)),
    }
}

/// The two vectors of a block, and those one byte further on.
#[inline]
#[target_feature(enable = "avx2")]
fn vectors_and_next(text: &BlockAndNext) -> [[__m256i; 2]; 2] {
    match (text.first_chunk(), text.last_chunk()) {
        (Some(block), Some(next)) => [vectors(block), vectors(next)],
        _ => [[_mm256_setzero_si256(); 2]; 2],
    }
}

/// Bytes without a kind, and hyphens that may belong to a score.
#[inline]
#[target_feature(enable = "avx2")]
fn stops(bytes: __m256i, next: __m256i, kinds: __m256i) -> __m256i {
    // With a sign, bytes from 128 up are less than the letters, too.
    let rules_out_score = _mm256_cmpgt_epi8(next, _mm256_set1_epi8(0x40));
    let hyphen = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'-' as i8));
    let stop = _mm256_andnot_si256(rules_out_score, hyphen);
    _mm256_or_si256(stop, _mm256_cmpeq_epi8(kinds, _mm256_setzero_si256()))
}

#[inline]
#[target_feature(enable = "avx2")]
fn is_clear(text: &BlockAndNext) -> bool {
    let [bytes, next] = vectors_and_next(text);
    let kinds = kinds(bytes, &SKIP);
    let stop = [stops(bytes[0], next[0], kinds[0]), stops(bytes[1], next[1], kinds[1])];
    // The top bit of the kinds is that of braces.
    let any = |pair: [__m256i; 2]| _mm256_movemask_epi8(_mm256_or_si256(pair[0], pair[1]));
    any(stop) | any(kinds) == 0
}

#[inline]
#[target_feature(enable = "avx2")]
fn has_line_end(text: &BlockAndNext) -> bool {
    let [bytes, _] = vectors_and_next(text);
    let kinds = kinds(bytes, &SKIP);
    // The bit below the top one.
    _mm256_movemask_epi8(_mm256_slli_epi16::<1>(_mm256_or_si256(kinds[0], kinds[1]))) != 0
}

#[inline]
#[target_feature(enable = "avx2")]
fn skip_masks_of(text: &BlockAndNext) -> SkipMasks {
    let [bytes, next] = vectors_and_next(text);
    let kinds = kinds(bytes, &SKIP);
    SkipMasks {
        stop: mask([stops(bytes[0], next[0], kinds[0]), stops(bytes[1], next[1], kinds[1])]),
        brace: mask(kinds),
        open: mask(equal(bytes, b'{')),
        // The bit below the top one.
        line_end: mask([_mm256_slli_epi16::<1>(kinds[0]), _mm256_slli_epi16::<1>(kinds[1])]),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn line_ends_of(text: &BlockAndNext) -> u64 {
    let [bytes, next] = vectors_and_next(text);
    let ends = |bytes, next| {
        let lf = _mm256_set1_epi8(b'\n' as i8);
        let cr = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\r' as i8));
        let cr_alone = _mm256_andnot_si256(_mm256_cmpeq_epi8(next, lf), cr);
        _mm256_or_si256(_mm256_cmpeq_epi8(bytes, lf), cr_alone)
    };
    mask([ends(bytes[0], next[0]), ends(bytes[1], next[1])])
}

/// A product without carries by all ones adds to each bit those below it.
#[inline]
#[target_feature(enable = "avx2,pclmulqdq")]
fn parity_of(mask: u64) -> u64 {
    let product = _mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, mask as i64), _mm_set1_epi8(-1));
    _mm_cvtsi128_si64(product) as u64
}

#[inline]
#[target_feature(enable = "avx2")]
fn braces_of(block: &[u8; BLOCK]) -> Braces {
    let vectors = vectors(block);
    let stop = [is_control_or_high(vectors[0]), is_control_or_high(vectors[1])];
    Braces { close: mask(equal(vectors, b'}')), stop: mask(stop) }
}

/// Codes below 32, DEL, bytes from 128 up.
#[inline]
#[target_feature(enable = "avx2")]
fn is_control_or_high(bytes: __m256i) -> __m256i {
    // One more than any of these is less than 33, with a sign.
    let more = _mm256_add_epi8(bytes, _mm256_set1_epi8(1));
    _mm256_cmpgt_epi8(_mm256_set1_epi8(33), more)
}

#[inline]
#[target_feature(enable = "avx2")]
fn prose_of(block: &[u8; BLOCK]) -> Prose {
    let vectors = vectors(block);
    let kinds = kinds(vectors, &PROSE);
    Prose {
        // The top bit of the kinds.
        close: mask(kinds),
        control: having(kinds, prose::CONTROL),
        line_end: having(kinds, prose::LINE_END),
        doubtful: having(kinds, prose::DOUBTFUL),
        high: mask(vectors),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn name_of(half: &[u8; HALF]) -> u32 {
    let kinds = kinds_of(load(half), &NAME);
    _mm256_movemask_epi8(_mm256_cmpeq_epi8(kinds, _mm256_setzero_si256())) as u32
}

#[inline]
#[target_feature(enable = "avx2")]
fn value_of(half: &[u8; HALF]) -> Value {
    let bytes = load(half);
    let stop = is_control_or_high(bytes);
    let quote = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'"' as i8));
    let backslash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\\' as i8));
    let any = _mm256_or_si256(_mm256_or_si256(quote, backslash), stop);
    let high = _mm256_movemask_epi8(bytes) as u32;
    Value { stop: _mm256_movemask_epi8(any) as u32 & !high, high }
}

#[inline]
#[target_feature(enable = "avx2")]
fn differing_of(half: &[u8; HALF], other: &[u8; HALF]) -> u32 {
    !(_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(half), load(other))) as u32)
}
