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
    fn heat(self, block: &[u8; BLOCK]) -> Heat {
        Heat {
            other: mask(block, |byte| of_words(byte) == 0),
            hyphen: mask(block, |byte| byte == b'-'),
        }
    }
    fn before_score(self, block: &[u8; BLOCK]) -> u64 {
        mask(block, |byte| of_words(byte) & words::BEFORE_SCORE != 0)
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
    type Output = (Words, Heat, u64, Braces, Prose, Tag);
    fn run<B: Blocks>(self, blocks: B) -> Self::Output {
        let Classify(block) = self;
        let (words, heat, braces) = (blocks.words(block), blocks.heat(block), blocks.braces(block));
        let scores = blocks.before_score(block);
        (words, heat, scores, braces, blocks.prose(block), blocks.tag(block))
    }
}

/// The pairs at these places, one after the other.
struct Pair<'w>(&'w [u8], [usize; 2]);

impl Work for Pair<'_> {
    type Output = [Option<PlainPair>; 2];
    fn run<B: Blocks>(self, blocks: B) -> Self::Output {
        let mut pairs = PlainPairs::new(self.0, blocks);
        self.1.map(|start| pairs.at(start))
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
        is_plain.then_some(PlainComment { close: content, is_ascii: text.is_ascii() })
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
        pairs in prop::collection::vec(("[A-Za-z0-9]{1,20}|[A-Z]{60,64}", bytes()), 2),
        cut in 0usize..200,
    ) {
        let mut text = Vec::new();
        let mut starts = [0; 2];
        for (n, (name, value)) in pairs.iter().enumerate() {
            starts[n] = text.len();
            text.extend([b"[", name.as_bytes(), b" \"", &value[n * value.len() / 2..], b"\"]\n"].concat());
        }
        text.extend([b' '; 200]);
        text.truncate(text.len() - cut);
        let naive = Pair(&text, starts).run(Naive);
        prop_assert_eq!(with_best(Pair(&text, starts)), naive);
        prop_assert_eq!(Pair(&text, starts).run(Portable), naive);
        // Whatever was looked at before.
        prop_assert_eq!(Pair(&text, [starts[1]; 2]).run(Naive)[0], naive[1]);
        for (start, pair) in starts.into_iter().zip(naive) {
            let Some(pair) = pair else { continue };
            let crate::lexer::tag::Found::Pair(found) = crate::lexer::tag::scan(&text, start, true)
            else {
                panic!("no pair");
            };
            prop_assert_eq!(found.name, (start + 1, pair.name_end));
            prop_assert_eq!(found.value, (pair.name_end + 2, pair.value_end));
            prop_assert_eq!(found.end, pair.value_end + 2);
            prop_assert!(!found.escaped && !found.bare_quote && !found.open_pair);
            let value = &text[found.value.0..found.value.1];
            prop_assert_eq!(pair.is_ascii, value.is_ascii());
            prop_assert_eq!(crate::lexer::tag::value_faults(value, false), (false, false, false));
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
