//! The twins of every fast search: the same said one byte after the other.

use super::kind::{of_prose, of_tag, of_words, prose, tag, words};
use super::search::{FindClose, FindHot, PlainPair};
use super::*;
use alloc::vec::Vec;
use proptest::prelude::*;

fn mask(block: &[u8; BLOCK], holds: impl Fn(u8) -> bool) -> u64 {
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
    fn hot(self, block: &[u8; BLOCK]) -> u64 {
        let is_hot = |at: usize| {
            let is_score = at == 0 || b"0123456789. \t\r\n".contains(&block[at - 1]);
            let is_other = |byte: u8| of_words(byte) == 0;
            is_other(block[at]) || (block[at] == b'-' && (is_score || is_other(block[at - 1])))
        };
        (0..BLOCK).fold(0, |mask, at| mask | u64::from(is_hot(at)) << at)
    }
    fn braces(self, block: &[u8; BLOCK]) -> Braces {
        let has = |kind: u8| mask(block, |byte| of_prose(byte) & kind != 0);
        Braces {
            close: has(prose::RIGHT_BRACE),
            stop: has(prose::RIGHT_BRACE | prose::CONTROL | prose::LINE_END),
            high: mask(block, |byte| byte >= 128),
        }
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
    fn tag(self, block: &[u8; BLOCK]) -> Tag {
        let has = |kind: u8| mask(block, |byte| of_tag(byte) & kind != 0);
        Tag {
            alphanumeric: has(tag::ALPHANUMERIC),
            stop: has(tag::STOP),
            high: mask(block, |byte| byte >= 128),
        }
    }
}

struct Classify<'b>(&'b [u8; BLOCK]);

impl Work for Classify<'_> {
    type Output = (Words, u64, Braces, Prose, Tag);
    fn run<B: Blocks>(self, blocks: B) -> Self::Output {
        let Classify(block) = self;
        let (words, hot, braces) = (blocks.words(block), blocks.hot(block), blocks.braces(block));
        (words, hot, braces, blocks.prose(block), blocks.tag(block))
    }
}

/// The pair that a text begins with.
struct Pair<'w>(&'w [u8]);

impl<'w> Work for Pair<'w> {
    type Output = Option<PlainPair<'w>>;
    fn run<B: Blocks>(self, blocks: B) -> Self::Output {
        plain_pair(self.0, blocks)
    }
}

/// What the searches promise, said without blocks.
mod slowly {
    use super::*;
    use crate::lexer::holds_control;
    use crate::lexer::prose::{Found, scan_brace};

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
    fn hot_places_are_the_same(text in bytes(), at in 0usize..64, cut in 0usize..80) {
        let limit = text.len().saturating_sub(cut);
        let at = at.min(text.len());
        let naive = FindHot { window: &text, at, limit }.run(Naive);
        prop_assert_eq!(find_hot(&text, at, limit), naive);
        prop_assert_eq!(FindHot { window: &text, at, limit }.run(Portable), naive);
        if naive.place < limit {
            // What is passed over holds nothing that could end a game.
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
        name in "[A-Za-z0-9]{1,20}|[A-Z]{60,64}",
        value in bytes(),
        cut in 0usize..200,
    ) {
        let value = &value[value.len() / 2..];
        let mut text = [b"[", name.as_bytes(), b" \"", value, b"\"]\n", &[b' '; 200]].concat();
        text.truncate(text.len() - cut);
        let naive = Pair(&text).run(Naive);
        prop_assert_eq!(with_best(Pair(&text)), naive);
        prop_assert_eq!(Pair(&text).run(Portable), naive);
        if let Some(pair) = naive {
            let crate::lexer::tag::Found::Pair(found) = crate::lexer::tag::scan(&text, 0, true)
            else {
                panic!("no pair");
            };
            prop_assert_eq!(&text[found.name.0..found.name.1], pair.name);
            prop_assert_eq!(&text[found.value.0..found.value.1], pair.value);
            prop_assert_eq!(pair.head, crate::step::head(pair.name));
            prop_assert_eq!(found.end, pair.name.len() + pair.value.len() + 5);
            prop_assert!(!found.escaped && !found.bare_quote && !found.open_pair);
            prop_assert_eq!(pair.is_ascii, pair.value.is_ascii());
            let faults = crate::lexer::tag::value_faults(pair.value, false);
            prop_assert_eq!(faults, (false, false, false));
        }
    }
}

#[test]
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
    let place = |text: &str| find_hot(text.as_bytes(), 0, text.len()).place;
    assert_eq!(place("1. O-O O-O-O 1-0"), 14);
    assert_eq!(place("1 - 0"), 2);
    assert_eq!(place("Ng1-f3"), 3);
    assert_eq!(place("e4 {1-0} e5! $1 1/2"), 17);
    assert_eq!(place("1. e4 e5"), 8);
}
