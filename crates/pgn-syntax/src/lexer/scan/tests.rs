//! The twins of every fast search: the same search one byte after the other.

use super::kind::{
    is_control_or_high, of_name, of_prose, of_skip, of_words, prose, rules_out_score, skip,
    stops_value, words,
};
use super::lines::LineEnds;
use super::search::FindClose;
use super::skip::{FindStop, Stop};
use super::*;
use alloc::vec::Vec;
use proptest::prelude::*;

fn mask(block: &[u8], holds: impl Fn(u8) -> bool) -> u64 {
    block.iter().enumerate().fold(0, |mask, (n, &byte)| mask | u64::from(holds(byte)) << n)
}

/// One byte after the other.
#[derive(Clone, Copy)]
struct Naive;

impl Blocks for Naive {
    fn words(self, block: &[u8; BLOCK]) -> Words {
        let has = |kind: u8| mask(block, |byte| of_words(byte) & kind != 0);
        Words {
            word: has(words::WORD),
            digit: has(words::DIGIT),
            period: has(words::PERIOD),
            other: mask(block, |byte| of_words(byte) == 0),
        }
    }
    fn is_clear(self, text: &BlockAndNext) -> bool {
        let found = self.skip_masks(text);
        found.stop | found.brace == 0
    }
    fn has_line_end(self, text: &BlockAndNext) -> bool {
        self.skip_masks(text).line_end != 0
    }
    fn skip_masks(self, text: &BlockAndNext) -> SkipMasks {
        let block = &text[..BLOCK];
        let is_stop = |at: usize| {
            of_skip(text[at]) == 0 || (text[at] == b'-' && !rules_out_score(text[at + 1]))
        };
        SkipMasks {
            stop: (0..BLOCK).fold(0, |mask, at| mask | u64::from(is_stop(at)) << at),
            brace: mask(block, |byte| of_skip(byte) == skip::BRACE),
            open: mask(block, |byte| byte == b'{'),
            line_end: mask(block, |byte| of_skip(byte) == skip::LINE_END),
        }
    }
    fn line_ends(self, text: &BlockAndNext) -> u64 {
        let is_end = |at: usize| match text[at] {
            b'\n' => true,
            byte => byte == b'\r' && text[at + 1] != b'\n',
        };
        (0..BLOCK).fold(0, |mask, at| mask | u64::from(is_end(at)) << at)
    }
    fn parity(self, mask: u64) -> u64 {
        let is_stop = |bit: usize| (mask & below(bit + 1)).count_ones() % 2 == 1;
        (0..BLOCK).fold(0, |parity, bit| parity | u64::from(is_stop(bit)) << bit)
    }
    fn braces(self, block: &[u8; BLOCK]) -> Braces {
        Braces { close: mask(block, |byte| byte == b'}'), stop: mask(block, is_control_or_high) }
    }
    fn prose(self, block: &[u8; BLOCK]) -> Prose {
        let has = |kind: u8| mask(block, |byte| of_prose(byte) & kind != 0);
        Prose {
            close: has(prose::RIGHT_BRACE),
            control: has(prose::CONTROL),
            line_end: has(prose::LINE_END),
            doubtful: has(prose::DOUBTFUL),
            high: mask(block, |byte| byte >= 128),
        }
    }
    fn name(self, half: &[u8; HALF]) -> u32 {
        mask(half, |byte| of_name(byte) == 0) as u32
    }
    fn value(self, half: &[u8; HALF]) -> Value {
        Value { stop: mask(half, stops_value) as u32, high: mask(half, |byte| byte >= 128) as u32 }
    }
    fn differing(self, half: &[u8; HALF], other: &[u8; HALF]) -> u32 {
        (0..HALF).fold(0, |mask, at| mask | u32::from(half[at] != other[at]) << at)
    }
}

struct Classify<'b>(&'b [u8; BLOCK]);

impl Work for Classify<'_> {
    type Output = (Words, [SkipMasks; 2], [bool; 3], Braces, Prose, [(u32, Value, u32); 2]);
    fn run<B: Blocks>(self, blocks: B) -> Self::Output {
        let Classify(block) = self;
        let mut text = [0; BLOCK + 1];
        text[..BLOCK].copy_from_slice(block);
        // What follows the block matters for its last byte.
        let mut behind = text;
        behind[BLOCK] = b'O';
        let masks = [blocks.skip_masks(&text), blocks.skip_masks(&behind)];
        let has_line_end = blocks.has_line_end(&text);
        let is_clear = [blocks.is_clear(&text), blocks.is_clear(&behind), has_line_end];
        let (halves, _) = block.as_chunks::<HALF>();
        let tag = |half: &[u8; HALF]| {
            (blocks.name(half), blocks.value(half), blocks.differing(half, &halves[0]))
        };
        let tags = [tag(&halves[0]), tag(&halves[1])];
        (blocks.words(block), masks, is_clear, blocks.braces(block), blocks.prose(block), tags)
    }
}

struct Parity(u64);

impl Work for Parity {
    type Output = u64;
    fn run<B: Blocks>(self, blocks: B) -> u64 {
        blocks.parity(self.0)
    }
}

/// A tag pair: the text before it, its name with its head, its value, where that begins.
type FoundPair = (usize, Vec<u8>, u64, Vec<u8>, bool, usize);

/// The pair that a text begins with.
struct Pair<'w>(&'w [u8]);

impl Work for Pair<'_> {
    type Output = Option<FoundPair>;
    fn run<B: Blocks>(self, blocks: B) -> Self::Output {
        let near = self.0.first_chunk()?;
        let (n_white, start) = plain_name(near, blocks)?;
        let value = plain_value(self.0, near, start, blocks)?;
        let (name, head) = name_of(near, n_white, start);
        Some((n_white, name.to_vec(), head, value.text.to_vec(), value.is_ascii, start))
    }
}

/// The definitions of the searches, without blocks.
mod slowly {
    use super::*;
    use crate::lexer::holds_control;
    use crate::lexer::prose::{Found, scan_brace};

    /// The first stop, found byte by byte.
    pub(super) fn stop(text: &[u8], at: usize, limit: usize, depth: Option<u32>) -> Stop {
        let mut stop = Stop { place: at, floor: at, is_opened: false, depth };
        let doubtful = |byte: &u8| of_prose(*byte) & prose::DOUBTFUL != 0;
        while stop.place < limit {
            let next = text.get(stop.place + 1);
            match (text[stop.place], stop.depth) {
                (b'{', _) => {
                    let close =
                        text[..limit].iter().skip(stop.place).position(|&byte| byte == b'}');
                    let comment = &text[stop.place..];
                    let is_line_end = |byte: u8| matches!(byte, b'\n' | b'\r');
                    let is_tag = |at: usize| {
                        is_line_end(comment[at]) && comment.get(at + 1).is_none_or(doubtful)
                    };
                    match close {
                        Some(len) if !(0..len).any(is_tag) => stop.place += len,
                        _ => return Stop { floor: stop.place, is_opened: false, ..stop },
                    }
                    (stop.floor, stop.is_opened) = (stop.place + 1, false);
                }
                (b'(', Some(depth)) => {
                    (stop.floor, stop.is_opened) = (stop.place + 1, true);
                    stop.depth = Some(depth + 1);
                }
                (b')', Some(depth)) => {
                    (stop.floor, stop.is_opened) = (stop.place + 1, false);
                    stop.depth = Some(depth.saturating_sub(1));
                }
                (b'-', _) if next.is_none_or(|&byte| !rules_out_score(byte)) => return stop,
                (byte, _) if of_skip(byte) & !skip::BRACE == 0 => return stop,
                _ => {}
            }
            stop.place += 1;
        }
        Stop { place: limit, ..stop }
    }

    pub(super) fn comment(text: &[u8], start: usize) -> Option<PlainComment> {
        let mut tag_line = None;
        let Found::End { content, .. } = scan_brace(text, start, true, &mut tag_line) else {
            return None;
        };
        let text = &text[start..content];
        let is_plain = tag_line.is_none() && !holds_control(text);
        let (is_ascii, has_line_end) = (text.is_ascii(), crate::lexer::holds_line_end(text));
        is_plain.then_some(PlainComment { close: content, is_ascii, has_line_end })
    }
}

/// Bytes that movetext, comments and tags are made of, and some that they are not.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let usual = prop::sample::select(
        b"abcdefghNBRQKO12345678 \n\r\t.+#=x-{}()[]\"\\!?$;%/*_:@\x00\x0B\x0C\x1F\x7F\x80\xE9\xFF"
            .to_vec(),
    );
    prop::collection::vec(prop_oneof![20 => usual, 1 => any::<u8>()], 0..300)
}

/// Text that is passed over, nearly all of it.
fn passed() -> impl Strategy<Value = Vec<u8>> {
    let pieces =
        ["e4 ", "12. ", "O-O ", "{a comment} ", "{[%clk 0:01:00]}", "(", ") ", "$3 ", "\n"];
    let rare = ["{", "}", "1-0 ", "*", "{\nx} ", "{\n [}", "1 - 0", "\x0B", ";"];
    let piece = prop_oneof![
        30 => prop::sample::select(pieces.to_vec()),
        1 => prop::sample::select(rare.to_vec()),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #[test]
    fn all_classifications_agree(block in prop::array::uniform32(any::<u8>()), swap: bool) {
        let mut bytes = [0; BLOCK];
        bytes[..32].copy_from_slice(&block);
        bytes[32..].copy_from_slice(&block);
        if swap {
            bytes[32..].reverse();
        }
        let naive = Classify(&bytes).run(Naive);
        prop_assert_eq!(with_best(Classify(&bytes)), naive);
        prop_assert_eq!(Classify(&bytes).run(Portable), naive);
    }

    #[test]
    fn line_ends_are_the_same(text in prop::collection::vec(prop_oneof![
        Just(b'\r'), Just(b'\n'), Just(b'x')
    ], 0..200)) {
        let is_end = |at: usize| {
            text[at] == b'\n' || (text[at] == b'\r' && text.get(at + 1) != Some(&b'\n'))
        };
        let naive: Vec<usize> = (0..text.len()).filter(|&at| is_end(at)).collect();
        let (mut best, mut portable) = (Vec::new(), Vec::new());
        let gather = |found: &mut Vec<usize>, base: usize, ends: u64| {
            found.extend((0..BLOCK).filter(|bit| ends >> bit & 1 != 0).map(|bit| base + bit));
            true
        };
        each_block_of_line_ends(&text, |base, ends| gather(&mut best, base, ends));
        let take = |base, ends| gather(&mut portable, base, ends);
        LineEnds { text: &text, take }.run(Portable);
        prop_assert_eq!(&best, &naive);
        prop_assert_eq!(&portable, &naive);
    }

    #[test]
    fn parities_are_the_same(mask: u64) {
        let naive = Parity(mask).run(Naive);
        prop_assert_eq!(with_best(Parity(mask)), naive);
        prop_assert_eq!(Parity(mask).run(Portable), naive);
    }

    #[test]
    fn stops_are_the_same(
        text in prop_oneof![bytes(), passed()],
        at in 0usize..64,
        cut in 0usize..80,
        depth in prop::option::of(0u32..3),
    ) {
        let at = at.min(text.len());
        let limit = text.len().saturating_sub(cut).max(at);
        let naive = slowly::stop(&text, at, limit, depth);
        prop_assert_eq!(find_stop(&text, at, limit, depth), naive);
        let search = || FindStop { window: &text, at, limit, depth };
        prop_assert_eq!(search().run(Portable), naive);
        prop_assert_eq!(search().run(Naive), naive);
        if naive.place < limit {
            // Text that is skipped contains nothing that could end a game.
            let passed = &text[naive.floor..naive.place];
            let ends = |byte: &u8| b"{}()[];%*<>/".contains(byte);
            prop_assert!(!passed.iter().any(ends));
        }
    }

    #[test]
    fn plain_comments_are_comments(text in bytes(), start in 0usize..8) {
        let start = start.min(text.len());
        let naive = FindClose { window: &text, start }.run(Naive);
        prop_assert_eq!(plain_comment(&text, start), naive);
        prop_assert_eq!(FindClose { window: &text, start }.run(Portable), naive);
        if naive.is_some() {
            prop_assert_eq!(slowly::comment(&text, start), naive);
        }
    }

    #[test]
    fn plain_pairs_are_pairs(
        white in "\n|\r\n|",
        name in "[A-Za-z0-9]{1,20}|[A-Z]{26,34}",
        value in bytes(),
        cut in 0usize..250,
    ) {
        let value = &value[value.len() / 2..];
        let (white_space, name_bytes) = (white.as_bytes(), name.as_bytes());
        let parts = [white_space, b"[", name_bytes, b" \"", value, b"\"]\n", &[b' '; 200]];
        let mut text = parts.concat();
        text.truncate(text.len() - cut.min(text.len()));
        let naive = Pair(&text).run(Naive);
        prop_assert_eq!(with_best(Pair(&text)), naive.clone());
        prop_assert_eq!(Pair(&text).run(Portable), naive.clone());
        if let Some((n_white, name, head, value, is_ascii, start)) = naive {
            prop_assert_eq!(n_white, white.len());
            let crate::lexer::tag::Found::Pair(found) =
                crate::lexer::tag::scan(&text, n_white, true)
            else {
                panic!("no pair");
            };
            prop_assert_eq!(&text[found.name.0..found.name.1], &name);
            prop_assert_eq!(&text[found.value.0..found.value.1], &value);
            prop_assert_eq!((head, start), (crate::step::head(&name), found.value.0));
            prop_assert_eq!(found.end, n_white + name.len() + value.len() + 5);
            prop_assert!(found.end - n_white <= PLAIN_PAIR_BYTES_MAX);
            prop_assert!(!found.escaped && !found.bare_quote && !found.open_pair);
            prop_assert_eq!(is_ascii, value.is_ascii());
            let faults = crate::lexer::tag::value_faults(&value, false);
            prop_assert_eq!(faults, (false, false, false));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes; `all_classifications_agree` runs the same code")]
fn every_byte_alone_in_a_block() {
    for byte in 0..=255u8 {
        for place in [0, 31, 32, 63] {
            let mut block = [b' '; BLOCK];
            block[place] = byte;
            let naive = Classify(&block).run(Naive);
            assert_eq!(with_best(Classify(&block)), naive);
            assert_eq!(Classify(&block).run(Portable), naive);
        }
    }
}

#[test]
fn a_hyphen_is_hot_where_a_score_may_be() {
    let place = |text: &str| find_stop(text.as_bytes(), 0, text.len(), None).place;
    assert_eq!(place("1. O-O O-O-O 1-0"), 14);
    assert_eq!(place("1 - 0"), 2);
    assert_eq!(place("Ng1-f3"), 6);
    assert_eq!(place("e4 {1-0} e5! $1 1/2"), 17);
    assert_eq!(place("1. e4 e5"), 8);
}

#[test]
fn parentheses_are_counted_when_that_is_wanted() {
    let stop = |depth| {
        let found = find_stop(b"1. e4 ( 1. d4 (1. c4) d5 (... *", 0, 31, depth);
        (found.place, found.floor, found.is_opened, found.depth)
    };
    assert_eq!(stop(Some(0)), (30, 26, true, Some(2)));
    assert_eq!(stop(None), (6, 0, false, None));
}
