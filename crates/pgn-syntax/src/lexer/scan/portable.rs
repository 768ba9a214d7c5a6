//! Blocks by table, for any processor.

use super::kind::{KINDS, is_control_or_high, prose, rules_out_score, skip, stops_value, words};
use super::skip::{BlockAndNext, SkipMasks};
use super::{BLOCK, Blocks, Braces, HALF, Prose, Value, Words};

#[derive(Clone, Copy)]
pub(super) struct Portable;

/// For each byte, four flags, 16 bits apart, so that 16 bytes fit into one word.
type Flags = [u64; 256];

/// Sets flag `n` of the bytes whose kinds are among `wanted`; 0 means "no kind at all".
const fn with(mut table: Flags, n: u32, kinds: &[u8; 256], wanted: u8) -> Flags {
    let mut byte = 0;
    while byte < 256 {
        let holds = if wanted == 0 { kinds[byte] == 0 } else { kinds[byte] & wanted != 0 };
        table[byte] |= (holds as u64) << (16 * n);
        byte += 1;
    }
    table
}

const NONE: Flags = [0; 256];

/// One kind for single bytes: bytes from 128 up, and the hyphen.
const SINGLES: [[u8; 256]; 2] = {
    let mut kinds = [[0; 256]; 2];
    let mut byte = 128;
    while byte < 256 {
        kinds[0][byte] = 1;
        byte += 1;
    }
    kinds[1][b'-' as usize] = 1;
    kinds
};

static WORDS: Flags = {
    let table = with(NONE, 0, &KINDS[0], words::WORD);
    let table = with(table, 1, &KINDS[0], words::DIGIT);
    let table = with(table, 2, &KINDS[0], words::PERIOD);
    with(table, 3, &KINDS[0], 0)
};

/// Bytes that are a stop whatever follows, braces, line ends, hyphens.
static SKIP: Flags = {
    let table = with(NONE, 0, &KINDS[3], 0);
    let table = with(table, 1, &KINDS[3], skip::BRACE);
    let table = with(table, 2, &KINDS[3], skip::LINE_END);
    with(table, 3, &SINGLES[1], 1)
};

static BRACES: Flags = {
    let mut stop = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        stop[byte] = is_control_or_high(byte as u8) as u8;
        byte += 1;
    }
    with(with(NONE, 0, &KINDS[1], prose::RIGHT_BRACE), 1, &stop, 1)
};

static PROSE: Flags = {
    let table = with(NONE, 0, &KINDS[1], prose::RIGHT_BRACE);
    let table = with(table, 1, &KINDS[1], prose::CONTROL);
    let table = with(table, 2, &KINDS[1], prose::LINE_END);
    with(table, 3, &KINDS[1], prose::DOUBTFUL)
};

static NAME: Flags = with(NONE, 0, &KINDS[2], 0);

static VALUE: Flags = {
    let mut stops = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        stops[byte] = stops_value(byte as u8) as u8;
        byte += 1;
    }
    with(with(NONE, 0, &stops, 1), 1, &SINGLES[0], 1)
};

#[inline]
fn gather<const N: usize>(block: &[u8; N], table: &Flags) -> [u64; 4] {
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

/// The top bits of all bytes.
#[inline]
fn high(block: &[u8; BLOCK]) -> u64 {
    block.iter().enumerate().fold(0, |mask, (n, &byte)| mask | u64::from(byte >> 7) << n)
}

impl Blocks for Portable {
    fn words(self, block: &[u8; BLOCK]) -> Words {
        let [word, digit, period, other] = gather(block, &WORDS);
        Words { word, digit, period, other }
    }

    fn is_clear(self, text: &BlockAndNext) -> bool {
        let found = self.skip_masks(text);
        found.stop | found.brace == 0
    }

    fn has_line_end(self, text: &BlockAndNext) -> bool {
        self.skip_masks(text).line_end != 0
    }

    fn skip_masks(self, text: &BlockAndNext) -> SkipMasks {
        let Some(block) = text.first_chunk::<BLOCK>() else { return SkipMasks::default() };
        let [other, brace, line_end, mut hyphen] = gather(block, &SKIP);
        let (mut stop, mut open) = (other, 0);
        while hyphen != 0 {
            let bit = hyphen.trailing_zeros();
            stop |= u64::from(!rules_out_score(text[bit as usize + 1])) << bit;
            hyphen &= hyphen - 1;
        }
        let mut left = brace;
        while left != 0 {
            let bit = left.trailing_zeros();
            open |= u64::from(text[bit as usize] == b'{') << bit;
            left &= left - 1;
        }
        SkipMasks { stop, brace, open, line_end }
    }

    fn line_ends(self, text: &BlockAndNext) -> u64 {
        let pairs = text.iter().zip(&text[1..]).enumerate();
        pairs.fold(0, |mask, (n, (&byte, &next))| {
            let is_end = (byte == b'\n') | ((byte == b'\r') & (next != b'\n'));
            mask | u64::from(is_end) << n
        })
    }

    fn parity(self, mask: u64) -> u64 {
        let mut parity = mask;
        for shift in [1, 2, 4, 8, 16, 32] {
            parity ^= parity << shift;
        }
        parity
    }

    fn braces(self, block: &[u8; BLOCK]) -> Braces {
        let [close, stop, ..] = gather(block, &BRACES);
        Braces { close, stop }
    }

    fn prose(self, block: &[u8; BLOCK]) -> Prose {
        let [close, control, line_end, doubtful] = gather(block, &PROSE);
        Prose { close, control, line_end, doubtful, high: high(block) }
    }

    fn name(self, half: &[u8; HALF]) -> u32 {
        gather(half, &NAME)[0] as u32
    }

    fn value(self, half: &[u8; HALF]) -> Value {
        let [stop, high, ..] = gather(half, &VALUE);
        Value { stop: stop as u32, high: high as u32 }
    }

    fn differing(self, half: &[u8; HALF], other: &[u8; HALF]) -> u32 {
        let pairs = half.iter().zip(other).enumerate();
        pairs.fold(0, |mask, (n, (byte, other))| mask | u32::from(byte != other) << n)
    }
}
