//! Blocks by table, for any processor.
//!
//! Owns: four masks from one look-up a byte. Knows nothing of: what they are for.
//! Standard: none.
//! Start at [`Portable`].

use super::kind::{KINDS, prose, tag, words};
use super::{BLOCK, Blocks, Braces, Prose, Tag, Words};

#[derive(Clone, Copy)]
pub(super) struct Portable;

/// For each byte four flags, 16 bits apart, so that 16 bytes fit one word.
type Flags = [u64; 256];

/// Sets flag `n` of the bytes whose kinds are among `wanted`; 0 stands for "no kind at all".
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

static HOT: Flags = {
    let table = with(NONE, 0, &KINDS[0], 0);
    let table = with(table, 1, &SINGLES[1], 1);
    with(table, 2, &KINDS[0], words::COLD)
};

static BRACES: Flags = {
    let table = with(NONE, 0, &KINDS[1], prose::RIGHT_BRACE);
    let table = with(table, 1, &KINDS[1], prose::RIGHT_BRACE | prose::CONTROL | prose::LINE_END);
    with(table, 2, &SINGLES[0], 1)
};

static PROSE: Flags = {
    let table = with(NONE, 0, &KINDS[1], prose::RIGHT_BRACE);
    let table = with(table, 1, &KINDS[1], prose::CONTROL);
    let table = with(table, 2, &KINDS[1], prose::LINE_END);
    with(table, 3, &KINDS[1], prose::DOUBTFUL)
};

static TAG: Flags = {
    let table = with(NONE, 0, &KINDS[2], tag::ALPHANUMERIC);
    let table = with(table, 1, &KINDS[2], tag::STOP);
    with(table, 2, &SINGLES[0], 1)
};

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

    fn hot(self, block: &[u8; BLOCK]) -> u64 {
        let [other, hyphen, cold, _] = gather(block, &HOT);
        other | (hyphen & !(cold << 1))
    }

    fn braces(self, block: &[u8; BLOCK]) -> Braces {
        let [close, stop, high, _] = gather(block, &BRACES);
        Braces { close, stop, high }
    }

    fn prose(self, block: &[u8; BLOCK]) -> Prose {
        let [close, control, line_end, doubtful] = gather(block, &PROSE);
        Prose { close, control, line_end, doubtful, high: high(block) }
    }

    fn tag(self, block: &[u8; BLOCK]) -> Tag {
        let [alphanumeric, stop, high, _] = gather(block, &TAG);
        Tag { alphanumeric, stop, high }
    }
}
