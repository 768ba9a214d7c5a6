//! The block path: reads words, numbers and comments of movetext, and tag pairs, in blocks.
//!
//! Standard: §8.1, §8.2. Decisions: D-09, D-38.
//!
//! The idea: a block of 64 bytes is classified at once into masks with one bit per byte
//! (`lexer/scan/`). A word begins where a bit of the mask of words follows a zero, and ends where
//! the ones end, so that a token costs two bit operations instead of a look at each byte:
//!
//! ```text
//! text     1. e4 {x} Nf3 e5+
//! word     1..11..1..111.111        letters, digits, signs
//! period   .1...............
//! other    ......1.1........        what is looked at one by one
//! ```
//!
//! Two comparisons of the same kind find comments that close in their block; a search finds longer
//! ones. A token that touches the end of a block is read again with the next one. The state that
//! the parser keeps of the last token is stored once, where this path ends.
//!
//! Gain: compared with the table of classes, passing over movetext is 2.5 times as fast on games
//! without comments and 3.7 times with a clock after each move; counting tokens 1.7 and 2.3 times,
//! playing 1.1 and 1.5 times (`docs/design/0008-blocks.md`). Guessing tag names from the previous
//! game, and finding comments by the parity of their braces, halved the work of skipping again.
//!
//! The reference implementation: `movetext.rs` and `tags.rs` read any text that this path does not
//! take to the same steps, and `tests/it/properties.rs` splits texts anywhere, so that both paths
//! read each token; `lexer/scan/tests.rs` compares the masks with naive ones.

use super::{Before, Feed, Mute};
use crate::lexer::scan::{self, BLOCK, Blocks, Braces, InBlock, PlainComment, View, Words, Work};
use crate::lexer::word;
use crate::limits::{TAIL_BYTES, WORD_BYTES_MAX};
use crate::span::Span;
use crate::step::{CommentKind, Marker, Part, RawComment, RawNumber, RawSymbol, RawTag, Visitor};
use crate::token::TokenKind;
use core::ops::ControlFlow;

/// The most digits of a number that is read here.
const DIGITS_MAX: usize = 4;

/// The places in a block that need a closer look: the start of a word, a period that does not touch
/// digits, or anything that is neither word nor white space.
#[inline(always)]
fn events(block: &Words) -> u64 {
    let words = block.word & !(block.word << 1);
    let periods = block.period & !(block.period << 1) & !(block.digit << 1);
    words | periods | block.other
}

/// Places directly after a word that need a look before the word is accepted: the character there
/// may continue it, and with a digit, another sign and a digit at its end the word may be a move
/// with a marker, `Kf21-0`.
#[inline(always)]
fn doubtful_ends(block: &Words) -> u64 {
    let signs = block.word & !block.digit;
    let scores = signs & (block.digit << 1) & (block.digit >> 1);
    block.other | block.period | (scores << 2)
}

/// The periods of move numbers. A single period between digits is not one: it may belong to a
/// score, `1.0`.
#[inline(always)]
fn number_periods(block: &Words) -> u64 {
    block.period & !(block.digit >> 1 & !(block.period << 1))
}

/// Whether this bit is set.
#[inline(always)]
fn holds(mask: u64, bit: usize) -> bool {
    mask >> (bit % BLOCK) & 1 != 0
}

/// The number that 1 to 4 digits make, the first one in the lowest byte.
#[inline(always)]
fn number(digits: u64, len: usize) -> u32 {
    // Leading zeros come in from below, then two digits at a time.
    let digits = ((digits << 32) >> (8 * (len % 8))) as u32 & 0x0F0F_0F0F;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    (pairs & 0xFF) * 100 + (pairs >> 16 & 0xFF)
}

impl<V: Visitor + ?Sized> Feed<'_, V> {
    /// The place up to which tokens may begin whose kind the window determines.
    #[inline]
    pub(super) fn limit(&self) -> usize {
        let margin = if self.last { 0 } else { WORD_BYTES_MAX + TAIL_BYTES };
        self.window.len().saturating_sub(margin)
    }

    /// The place up to which elements of movetext may begin that cannot be the next game: a game
    /// without tags may end at an empty line.
    #[inline]
    fn element_limit(&mut self) -> usize {
        if self.parser.has_tags {
            self.limit()
        } else if self.parser.has_moves && self.parser.n_line_ends == 0 {
            self.limit().min(self.paragraph_end())
        } else {
            // Its first move is remembered, and a line end here may be the first of two.
            self.at
        }
    }

    /// Takes symbols, move numbers and comments as the export format writes them; stops in front
    /// of the white space before anything else.
    pub(super) fn elements_by_blocks(&mut self) -> ControlFlow<V::Break> {
        debug_assert!(self.parser.mute == Mute::None);
        if self.parser.controls.is_some() {
            return ControlFlow::Continue(());
        }
        scan::with_best(Elements(self))
    }

    /// Takes tag pairs as the export format writes them, one a line; stops after the last one.
    pub(super) fn pairs_by_blocks(&mut self) -> ControlFlow<V::Break> {
        let is_bounded = self.parser.limits.tag_bytes_max < scan::PLAIN_PAIR_BYTES_MAX;
        if is_bounded || self.parser.after_cut || self.parser.controls.is_some() {
            return ControlFlow::Continue(());
        }
        scan::with_best(Pairs(self))
    }

    /// The tokens of a plain pair: its name ends at `name_end`, before a space and the value.
    #[inline(always)]
    fn pair_tokens(&mut self, start: usize, name_end: usize, end: usize) {
        self.token(TokenKind::LeftBracket, start, start + 1);
        self.token(TokenKind::TagName, start + 1, name_end);
        self.token(TokenKind::White, name_end, name_end + 1);
        self.token(TokenKind::String, name_end + 1, end - 1);
        self.token(TokenKind::RightBracket, end - 1, end);
    }

    /// Skips movetext without passing anything on, up to the next place where something could end
    /// it; returns that place. It is then at the end of a token, far enough before the place, or
    /// after the marker that ends the game.
    pub(super) fn pass_over(&mut self) -> ControlFlow<V::Break, usize> {
        let limit = self.element_limit();
        if self.parser.controls.is_some() || self.at >= limit {
            return ControlFlow::Continue(self.at);
        }
        // The variation that is passed over ends at a parenthesis.
        let depth = if self.parser.mute == Mute::Game { Some(self.parser.depth) } else { None };
        let found = scan::find_stop(self.window, self.at, limit, depth);
        self.parser.depth = found.depth.unwrap_or(self.parser.depth);
        let (place, floor) = (found.place, found.floor);
        if let Some((marker, start, len)) = self.plain_marker(place, floor) {
            self.at = start;
            self.marker(marker, start + len)?;
            return ControlFlow::Continue(place);
        }
        let mut to = self.word_before(place, floor);
        // A score may be spread over several words: `1 - 0`.
        if place == floor || self.window[place - 1] <= b' ' {
            to = self.word_before(to, floor);
        }
        if to > self.at {
            // Periods are not elements: after them, a variation has still only been opened.
            let no_element = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'.');
            if !self.window[floor..to].iter().all(no_element) {
                self.parser.before = Before::Other;
            } else if floor > self.at {
                self.parser.before = if found.is_opened { Before::Opening } else { Before::Other };
            }
            self.at = to;
            self.parser.last_end = self.span(to, to).end;
            self.parser.n_line_ends = 0;
        }
        ControlFlow::Continue(place)
    }

    /// The marker that ends the game, its place and its length, if it is the stop, and is a
    /// word outside variations.
    #[inline]
    fn plain_marker(&self, place: usize, floor: usize) -> Option<(Marker, usize, usize)> {
        let is_star = self.window.get(place) == Some(&b'*');
        let start = if is_star { place } else { place.wrapping_sub(1) };
        if self.parser.depth > 0 || start <= floor || start >= self.limit() {
            return None;
        }
        let is_white = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let found = if is_star {
            Some((Marker::Unknown, 1))
        } else {
            word::plain_marker(scan::eight(self.window, start))
        };
        let (marker, len) = found.filter(|_| self.window.get(start - 1).is_some_and(is_white))?;
        Some((marker, start, len))
    }

    /// The end of the word before the word that ends at or continues after `at`, or `floor`.
    fn word_before(&self, at: usize, floor: usize) -> usize {
        let is_white = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let text = &self.window[floor..at];
        let white = text.iter().rposition(is_white).map_or(0, |at| at + 1);
        let word = text[..white].iter().rposition(|byte| !is_white(byte));
        floor + word.map_or(0, |at| at + 1)
    }
}

struct Elements<'a, 'r, V: ?Sized>(&'a mut Feed<'r, V>);

impl<V: Visitor + ?Sized> Work for Elements<'_, '_, V> {
    type Output = ControlFlow<V::Break>;

    #[inline(always)]
    fn run<B: Blocks>(self, blocks: B) -> ControlFlow<V::Break> {
        let feed = self.0;
        let origin = feed.base.wrapping_sub(feed.parser.region) as u32;
        let first = feed.at;
        let mut walk = ElementWalk { origin, blocks, at: first, before: feed.parser.before };
        let flow = walk.go(feed);
        if walk.at > first {
            (feed.at, feed.parser.before) = (walk.at, walk.before);
            feed.parser.last_end = origin.wrapping_add(feed.at as u32);
            feed.parser.n_line_ends = 0;
        }
        flow
    }
}

/// The outcome of reading an element.
enum ElementResult {
    /// It was taken.
    Yes,
    /// It is not plain.
    No,
}

/// Where to continue after something that is not a word.
enum Resume {
    /// In the block, after this bit.
    Bit(usize),
    /// With a block that begins here.
    Block(usize),
    /// Nowhere: it is not plain.
    Nothing,
}

/// A walk over plain elements.
struct ElementWalk<B> {
    /// The difference between a place in the game and one in the window.
    origin: u32,
    blocks: B,
    /// After the last element.
    at: usize,
    before: Before,
}

/// A block of the walk.
struct CurrentBlock<'w> {
    /// Its place in the window.
    base: usize,
    view: View<'w>,
    words: Words,
    doubtful_ends: u64,
    number_periods: u64,
    /// Needed if a comment begins in the block.
    braces: Option<Braces>,
}

impl<B: Blocks> ElementWalk<B> {
    #[inline(always)]
    fn go<V: Visitor + ?Sized>(&mut self, feed: &mut Feed<'_, V>) -> ControlFlow<V::Break> {
        let limit = feed.element_limit();
        let mut spare = View::spare();
        let mut base = feed.at;
        while base < limit {
            let view = View::new(feed.window, base, &mut spare);
            let words = self.blocks.words(view.block());
            // A token that touches the end of the block may continue after it, and is read with the
            // next block.
            let n_cut = (!(words.word | words.period)).leading_zeros();
            if n_cut as usize == BLOCK {
                return ControlFlow::Continue(());
            }
            let mut events = events(&words) & (!0 >> n_cut);
            if limit - base < BLOCK {
                events &= scan::below(limit - base);
            }
            let mut block = CurrentBlock {
                base,
                view,
                words,
                doubtful_ends: doubtful_ends(&words),
                number_periods: number_periods(&words),
                braces: None,
            };
            base += BLOCK - n_cut as usize;
            while events != 0 {
                let bit = events.trailing_zeros() as usize;
                let len = scan::ones(block.words.word, bit);
                if len == 0 {
                    match self.comment(feed, &mut block, bit)? {
                        Resume::Bit(close) => events &= (!1) << (close % BLOCK),
                        Resume::Block(at) => {
                            base = at;
                            break;
                        }
                        Resume::Nothing => return ControlFlow::Continue(()),
                    }
                    continue;
                }
                let taken = if block.view.byte(bit) & 0x40 != 0 {
                    // Of the bytes of words, letters alone have this bit.
                    self.symbol(feed, &block, bit, len)?
                } else {
                    self.number(feed, &block, bit, len)?
                };
                if let ElementResult::No = taken {
                    return ControlFlow::Continue(());
                }
                events &= events - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The span in the game of a piece of the window.
    #[inline(always)]
    fn span(&self, from: usize, to: usize) -> Span {
        let start = self.origin.wrapping_add(from as u32);
        Span { start, end: start.wrapping_add((to - from) as u32) }
    }

    #[inline(always)]
    fn symbol<V: Visitor + ?Sized>(
        &mut self,
        feed: &mut Feed<'_, V>,
        block: &CurrentBlock<'_>,
        bit: usize,
        len: usize,
    ) -> ControlFlow<V::Break, ElementResult> {
        let (from, to) = (block.base + bit, block.base + bit + len);
        let text = block.view.text(bit, bit + len);
        if holds(block.doubtful_ends, bit + len) && !word::is_whole(text, feed.window.get(to)) {
            return ControlFlow::Continue(ElementResult::No);
        }
        feed.token(TokenKind::White, self.at, from);
        feed.token(TokenKind::Symbol, from, to);
        (self.at, self.before) = (to, Before::Symbol);
        let head = scan::first_bytes(block.view.eight(bit), len);
        feed.visitor.symbol(RawSymbol { text, span: self.span(from, to), head })?;
        ControlFlow::Continue(ElementResult::Yes)
    }

    #[inline(always)]
    fn number<V: Visitor + ?Sized>(
        &mut self,
        feed: &mut Feed<'_, V>,
        block: &CurrentBlock<'_>,
        bit: usize,
        len: usize,
    ) -> ControlFlow<V::Break, ElementResult> {
        // A token that touches the end of the block is not taken, so something always follows.
        let n_periods =
            (!(block.number_periods >> ((bit + len) % BLOCK))).trailing_zeros() as usize;
        let value = number(block.view.eight(bit), len);
        // A word that begins with a zero may be a score.
        let is_plain = (scan::ones(block.words.digit, bit) == len)
            & (len <= DIGITS_MAX)
            & (n_periods > 0)
            & (block.view.byte(bit) != b'0');
        if !is_plain {
            return ControlFlow::Continue(ElementResult::No);
        }
        let from = block.base + bit;
        let (end, to) = (from + len, from + len + n_periods);
        feed.token(TokenKind::White, self.at, from);
        feed.token(TokenKind::Integer, from, end);
        feed.token(TokenKind::Periods, end, to);
        (self.at, self.before) = (to, Before::Number);
        let n_periods = n_periods as u32;
        feed.visitor.number(RawNumber { value, n_periods, span: self.span(from, to) })?;
        ControlFlow::Continue(ElementResult::Yes)
    }

    /// A brace comment; this path reads no other element that is not a word.
    #[inline(always)]
    fn comment<V: Visitor + ?Sized>(
        &mut self,
        feed: &mut Feed<'_, V>,
        block: &mut CurrentBlock<'_>,
        bit: usize,
    ) -> ControlFlow<V::Break, Resume> {
        if block.view.byte(bit) != b'{' {
            return ControlFlow::Continue(Resume::Nothing);
        }
        let from = block.base + bit;
        // No closure: it would be compiled without the vectors.
        let braces = match block.braces {
            Some(braces) => braces,
            None => self.blocks.braces(block.view.block()),
        };
        block.braces = Some(braces);
        match braces.comment(bit) {
            InBlock::Plain(close) => {
                let (is_ascii, has_line_end) = (true, false);
                let close_at = block.base + close;
                // A backslash may make text of the brace.
                if block.view.byte(close - 1) == b'\\' {
                    return ControlFlow::Continue(Resume::Nothing);
                }
                self.take_comment(
                    feed,
                    from,
                    PlainComment { close: close_at, is_ascii, has_line_end },
                )?;
                return ControlFlow::Continue(Resume::Bit(close));
            }
            // A block that begins with the comment will show more of it.
            InBlock::Open if bit > 0 => return ControlFlow::Continue(Resume::Block(from)),
            InBlock::Open | InBlock::Odd => {}
        }
        match scan::plain_comment(feed.window, from + 1) {
            Some(comment) if feed.window[comment.close - 1] != b'\\' => {
                self.take_comment(feed, from, comment)?;
                ControlFlow::Continue(Resume::Block(self.at))
            }
            Some(_) | None => ControlFlow::Continue(Resume::Nothing),
        }
    }

    #[inline(always)]
    fn take_comment<V: Visitor + ?Sized>(
        &mut self,
        feed: &mut Feed<'_, V>,
        from: usize,
        PlainComment { close, is_ascii, has_line_end }: PlainComment,
    ) -> ControlFlow<V::Break> {
        let to = close + 1;
        feed.token(TokenKind::White, self.at, from);
        feed.token(TokenKind::BraceComment, from, to);
        self.at = to;
        // A comment may be between a number and its periods.
        if self.before != Before::Number {
            self.before = Before::Other;
        }
        feed.visitor.comment(RawComment {
            text: &feed.window[from + 1..close],
            kind: CommentKind::Brace,
            part: Part::Whole,
            is_ascii,
            has_line_end,
            span: self.span(from, to),
        })
    }
}

struct Pairs<'a, 'r, V: ?Sized>(&'a mut Feed<'r, V>);

impl<V: Visitor + ?Sized> Work for Pairs<'_, '_, V> {
    type Output = ControlFlow<V::Break>;

    #[inline(always)]
    fn run<B: Blocks>(self, blocks: B) -> ControlFlow<V::Break> {
        let feed = self.0;
        let limit = feed.limit();
        let origin = feed.base.wrapping_sub(feed.parser.region) as u32;
        let span = |from: usize, to: usize| Span {
            start: origin.wrapping_add(from as u32),
            end: origin.wrapping_add(to as u32),
        };
        let (first, mut at) = (feed.at, feed.at);
        let window =
            &feed.window[..feed.window.len().min(limit.saturating_sub(2) + scan::PAIR_BYTES)];
        let flow = loop {
            let Some(near) = window.get(at..).and_then(|rest| rest.first_chunk()) else {
                break ControlFlow::Continue(());
            };
            let usual = feed.parser.names.usual(scan::first_half(near), blocks);
            let Some((n_white, start)) = usual.or_else(|| scan::plain_name(near, blocks)) else {
                break ControlFlow::Continue(());
            };
            let Some(value) = scan::plain_value(&window[at..], near, start, blocks) else {
                break ControlFlow::Continue(());
            };
            let (name, head) = scan::name_of(near, n_white, start);
            let mut is_repeated = false;
            if usual.is_some() {
                feed.parser.names.remember_usual();
            } else {
                is_repeated = feed.parser.names.remember(name, head);
                // After the first pair only the line end before the next one counts.
                let n_line_ends = if at == first { feed.parser.n_line_ends } else { 0 };
                if is_repeated && n_line_ends + u32::from(n_white > 0) >= 2 {
                    break ControlFlow::Continue(());
                }
                if !is_repeated {
                    feed.parser.names.guess(scan::first_half(near), n_white, start);
                }
            }
            let (value_start, start) = (at + start, at + n_white);
            let (name_end, value_end) = (value_start - 2, value_start + value.text.len());
            let end = value_end + 2;
            feed.token(TokenKind::White, at, start);
            feed.pair_tokens(start, name_end, end);
            at = end;
            if feed.parser.mute != Mute::None {
                continue;
            }
            let flow = feed.visitor.tag(RawTag {
                name,
                head,
                value: value.text,
                escaped: false,
                is_ascii: value.is_ascii,
                is_repeated,
                span: span(start, end),
                name_span: span(start + 1, name_end),
                value_span: span(value_start, value_end),
            });
            if flow.is_break() {
                break flow;
            }
        };
        if at > first {
            feed.at = at;
            feed.parser.has_tags = true;
            feed.parser.last_end = span(at, at).end;
            feed.parser.n_line_ends = 0;
        }
        flow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_one_to_four_digits() {
        for value in [1u32, 9, 10, 47, 100, 999, 1000, 9999] {
            let text = alloc::format!("{value}. e4 ");
            let len = text.find('.').unwrap_or_default();
            assert_eq!(number(scan::eight(text.as_bytes(), 0), len), value);
        }
    }
}
