//! What nearly all of a text is: words and numbers in movetext, tag pairs on lines of their own.
//!
//! Owns: taking these at once, with the blocks of the lexer. Knows nothing of: any other spelling;
//! at the first one it stops, and the functions for that kind of element go on.
//! Standard: §8.1, §8.2. Decisions: D-09, D-38.
//! Start at [`Run::plain_elements`].
//!
//! The idea: a block of 64 bytes is classified at once into masks, one bit a byte (`lexer/scan/`).
//! A word begins where a bit of the mask of words follows a zero, and ends where the ones end, so
//! that a token costs two bit operations instead of a look at each byte:
//!
//! ```text
//! text     1. e4 {x} Nf3 e5+
//! word     1..11..1..111.111        letters, digits, signs
//! period   .1...............
//! other    ......1.1........        what is looked at one by one
//! ```
//!
//! Comments that close in their block are found by two comparisons of the same kind, longer ones
//! by a search. What touches the end of a block comes again with the next one. What the parser
//! remembers of the last token is written down once, where this path ends.
//!
//! What it earned: beside the table of classes, passing over movetext is 2.5 times as fast on games
//! without comments and 3.7 times with a clock after each move; counting tokens 1.7 and 2.3 times,
//! playing 1.1 and 1.5 times (`docs/design/0008-blocks.md`). Names of tags that are guessed from
//! the game before, and comments by the parity of their braces, halved the work of skipping again.
//!
//! The twins: any text that this path does not take is read by `movetext.rs` and `tags.rs` to the
//! same steps, and `tests/it/laws.rs` cuts texts anywhere, so that both paths meet each token; the
//! masks are compared with naive ones in `lexer/scan/tests.rs`.

use super::{Before, Mute, Run};
use crate::lexer::scan::{self, BLOCK, Blocks, Braces, InBlock, PlainComment, View, Words, Work};
use crate::lexer::word;
use crate::limits::{TAIL_BYTES, WORD_BYTES_MAX};
use crate::span::Span;
use crate::step::{CommentKind, Marker, Part, RawComment, RawNumber, RawSymbol, RawTag, Visitor};
use crate::token::TokenKind;
use core::ops::ControlFlow;

/// The most digits of a number that is read here.
const DIGITS_MAX: usize = 4;

/// Where in a block something begins that must be looked at: a word, a period that does not touch
/// digits, or what is neither word nor white space.
#[inline(always)]
fn events(block: &Words) -> u64 {
    let words = block.word & !(block.word << 1);
    let periods = block.period & !(block.period << 1) & !(block.digit << 1);
    words | periods | block.other
}

/// Places right after a word that need a look before the word is taken: what touches it may go on,
/// and with a digit, another sign and a digit at its end it may be a move with a marker, `Kf21-0`.
#[inline(always)]
fn doubtful_ends(block: &Words) -> u64 {
    let signs = block.word & !block.digit;
    let scores = signs & (block.digit << 1) & (block.digit >> 1);
    block.other | block.period | (scores << 2)
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

impl<V: Visitor> Run<'_, V> {
    /// Up to where tokens may begin that can be named with what the window shows.
    #[inline]
    pub(super) fn limit(&self) -> usize {
        let margin = if self.last { 0 } else { WORD_BYTES_MAX + TAIL_BYTES };
        self.w.len().saturating_sub(margin)
    }

    /// Takes symbols, move numbers and comments as the export format writes them; stops in front
    /// of the white space before anything else.
    pub(super) fn plain_elements(&mut self) -> ControlFlow<V::Break> {
        debug_assert!(self.p.mute == Mute::None);
        if self.p.controls.is_some() {
            return ControlFlow::Continue(());
        }
        scan::with_best(Elements(self))
    }

    /// Takes tag pairs as the export format writes them, one a line; stops after the last one.
    pub(super) fn plain_pairs(&mut self) -> ControlFlow<V::Break> {
        let is_bounded = self.p.limits.tag_bytes_max < scan::PLAIN_PAIR_BYTES_MAX;
        if is_bounded || self.p.controls.is_some() {
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

    /// Passes over movetext of which nothing is handed over, up to the next place where something
    /// could end it; gives that place. Stands at the end of a token then, far enough before it, or
    /// after the marker that ends the game.
    pub(super) fn pass_over(&mut self) -> ControlFlow<V::Break, usize> {
        let limit = self.limit();
        if self.p.controls.is_some() || self.at >= limit {
            return ControlFlow::Continue(self.at);
        }
        // The variation that is passed over ends at a parenthesis.
        let depth = if self.p.mute == Mute::Game { Some(self.p.depth) } else { None };
        let found = scan::find_stop(self.w, self.at, limit, depth);
        self.p.depth = found.depth.unwrap_or(self.p.depth);
        let (place, floor) = (found.place, found.floor);
        if let Some((marker, start, len)) = self.plain_marker(place, floor) {
            self.at = start;
            self.marker(marker, start + len)?;
            return ControlFlow::Continue(place);
        }
        let mut to = self.word_before(place, floor);
        // A score may be spread over several words: `1 - 0`.
        if place == floor || self.w[place - 1] <= b' ' {
            to = self.word_before(to, floor);
        }
        if to > self.at {
            // Periods are no element: after them a variation has still only been opened.
            let no_element = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'.');
            if !self.w[floor..to].iter().all(no_element) {
                self.p.before = Before::Other;
            } else if floor > self.at {
                self.p.before = if found.is_opened { Before::Opening } else { Before::Other };
            }
            self.at = to;
            self.p.last_end = self.span(to, to).end;
            self.p.n_line_ends = 0;
        }
        ControlFlow::Continue(place)
    }

    /// The marker that ends the game, its place and its length, if it is the stop, and is a
    /// word outside variations.
    #[inline]
    fn plain_marker(&self, place: usize, floor: usize) -> Option<(Marker, usize, usize)> {
        let is_star = self.w.get(place) == Some(&b'*');
        let start = if is_star { place } else { place.wrapping_sub(1) };
        if self.p.depth > 0 || start <= floor || start >= self.limit() {
            return None;
        }
        let is_white = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let found = if is_star {
            Some((Marker::Unknown, 1))
        } else {
            word::plain_marker(scan::eight(self.w, start))
        };
        let (marker, len) = found.filter(|_| self.w.get(start - 1).is_some_and(is_white))?;
        Some((marker, start, len))
    }

    /// The end of the word before the word that ends at or goes on after `at`, or `floor`.
    fn word_before(&self, at: usize, floor: usize) -> usize {
        let is_white = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let text = &self.w[floor..at];
        let white = text.iter().rposition(is_white).map_or(0, |at| at + 1);
        let word = text[..white].iter().rposition(|byte| !is_white(byte));
        floor + word.map_or(0, |at| at + 1)
    }
}

struct Elements<'a, 'r, V>(&'a mut Run<'r, V>);

impl<V: Visitor> Work for Elements<'_, '_, V> {
    type Output = ControlFlow<V::Break>;

    #[inline(always)]
    fn run<B: Blocks>(self, blocks: B) -> ControlFlow<V::Break> {
        let run = self.0;
        let origin = run.base.wrapping_sub(run.p.region) as u32;
        let first = run.at;
        let mut walk = Walk { origin, blocks, at: first, before: run.p.before };
        let flow = walk.go(run);
        if walk.at > first {
            (run.at, run.p.before) = (walk.at, walk.before);
            run.p.last_end = origin.wrapping_add(run.at as u32);
            run.p.n_line_ends = 0;
        }
        flow
    }
}

/// What came of an element.
enum Taken {
    /// It was taken.
    Yes,
    /// It is not plain.
    No,
}

/// Where to go on after what is no word.
enum Behind {
    /// In the block, after this bit.
    Bit(usize),
    /// With a block that begins here.
    Block(usize),
    /// Nowhere: it is not plain.
    Nothing,
}

/// A walk over plain elements.
struct Walk<B> {
    /// What to add to a place in the window for its place in the game.
    origin: u32,
    blocks: B,
    /// After the last element.
    at: usize,
    before: Before,
}

/// A block of the walk.
struct Step<'w> {
    /// Its place in the window.
    base: usize,
    view: View<'w>,
    words: Words,
    doubtful_ends: u64,
    /// Asked for when a comment begins in the block.
    braces: Option<Braces>,
}

impl<B: Blocks> Walk<B> {
    #[inline(always)]
    fn go<V: Visitor>(&mut self, run: &mut Run<'_, V>) -> ControlFlow<V::Break> {
        let limit = run.limit();
        let mut spare = View::spare();
        let mut base = run.at;
        while base < limit {
            let view = View::new(run.w, base, &mut spare);
            let words = self.blocks.words(view.block());
            // What touches the end of the block may go on after it, and comes with the next.
            let n_cut = (!(words.word | words.period)).leading_zeros();
            if n_cut as usize == BLOCK {
                return ControlFlow::Continue(());
            }
            let mut events = events(&words) & (!0 >> n_cut);
            if limit - base < BLOCK {
                events &= scan::below(limit - base);
            }
            let doubtful_ends = doubtful_ends(&words);
            let mut step = Step { base, view, words, doubtful_ends, braces: None };
            base += BLOCK - n_cut as usize;
            while events != 0 {
                let bit = events.trailing_zeros() as usize;
                let len = scan::ones(step.words.word, bit);
                if len == 0 {
                    match self.comment(run, &mut step, bit)? {
                        Behind::Bit(close) => events &= (!1) << (close % BLOCK),
                        Behind::Block(at) => {
                            base = at;
                            break;
                        }
                        Behind::Nothing => return ControlFlow::Continue(()),
                    }
                    continue;
                }
                let taken = if step.view.byte(bit) & 0x40 != 0 {
                    // Of the bytes of words, letters alone have this bit.
                    self.symbol(run, &step, bit, len)?
                } else {
                    self.number(run, &step, bit, len)?
                };
                if let Taken::No = taken {
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
    fn symbol<V: Visitor>(
        &mut self,
        run: &mut Run<'_, V>,
        step: &Step<'_>,
        bit: usize,
        len: usize,
    ) -> ControlFlow<V::Break, Taken> {
        let (from, to) = (step.base + bit, step.base + bit + len);
        let text = step.view.text(bit, bit + len);
        if holds(step.doubtful_ends, bit + len) && !word::is_whole(text, run.w.get(to)) {
            return ControlFlow::Continue(Taken::No);
        }
        run.token(TokenKind::White, self.at, from);
        run.token(TokenKind::Symbol, from, to);
        (self.at, self.before) = (to, Before::Symbol);
        let head = scan::first_bytes(step.view.eight(bit), len);
        run.v.symbol(RawSymbol { text, span: self.span(from, to), head })?;
        ControlFlow::Continue(Taken::Yes)
    }

    #[inline(always)]
    fn number<V: Visitor>(
        &mut self,
        run: &mut Run<'_, V>,
        step: &Step<'_>,
        bit: usize,
        len: usize,
    ) -> ControlFlow<V::Break, Taken> {
        // What touches the block's end is not taken, so that something stands after it.
        let n_periods = (!(step.words.period >> ((bit + len) % BLOCK))).trailing_zeros() as usize;
        let value = number(step.view.eight(bit), len);
        // What begins with a zero may be a score.
        let is_plain = (scan::ones(step.words.digit, bit) == len)
            & (len <= DIGITS_MAX)
            & (n_periods > 0)
            & (step.view.byte(bit) != b'0');
        if !is_plain {
            return ControlFlow::Continue(Taken::No);
        }
        let from = step.base + bit;
        let (end, to) = (from + len, from + len + n_periods);
        run.token(TokenKind::White, self.at, from);
        run.token(TokenKind::Integer, from, end);
        run.token(TokenKind::Periods, end, to);
        (self.at, self.before) = (to, Before::Number);
        let n_periods = n_periods as u32;
        run.v.number(RawNumber { value, n_periods, span: self.span(from, to) })?;
        ControlFlow::Continue(Taken::Yes)
    }

    /// A brace comment; nothing else that is no word is taken here.
    #[inline(always)]
    fn comment<V: Visitor>(
        &mut self,
        run: &mut Run<'_, V>,
        step: &mut Step<'_>,
        bit: usize,
    ) -> ControlFlow<V::Break, Behind> {
        if step.view.byte(bit) != b'{' {
            return ControlFlow::Continue(Behind::Nothing);
        }
        let from = step.base + bit;
        // No closure: it would be compiled without the vectors.
        let braces = match step.braces {
            Some(braces) => braces,
            None => self.blocks.braces(step.view.block()),
        };
        step.braces = Some(braces);
        match braces.comment(bit) {
            InBlock::Plain(close) => {
                let (is_ascii, has_line_end) = (true, false);
                let close_at = step.base + close;
                self.take_comment(
                    run,
                    from,
                    PlainComment { close: close_at, is_ascii, has_line_end },
                )?;
                return ControlFlow::Continue(Behind::Bit(close));
            }
            // A block that begins with the comment will show more of it.
            InBlock::Open if bit > 0 => return ControlFlow::Continue(Behind::Block(from)),
            InBlock::Open | InBlock::Odd => {}
        }
        match scan::plain_comment(run.w, from + 1) {
            Some(comment) => {
                self.take_comment(run, from, comment)?;
                ControlFlow::Continue(Behind::Block(self.at))
            }
            None => ControlFlow::Continue(Behind::Nothing),
        }
    }

    #[inline(always)]
    fn take_comment<V: Visitor>(
        &mut self,
        run: &mut Run<'_, V>,
        from: usize,
        PlainComment { close, is_ascii, has_line_end }: PlainComment,
    ) -> ControlFlow<V::Break> {
        let to = close + 1;
        run.token(TokenKind::White, self.at, from);
        run.token(TokenKind::BraceComment, from, to);
        self.at = to;
        // A comment may stand between a number and its periods.
        if self.before != Before::Number {
            self.before = Before::Other;
        }
        run.v.comment(RawComment {
            text: &run.w[from + 1..close],
            kind: CommentKind::Brace,
            part: Part::Whole,
            is_ascii,
            has_line_end,
            span: self.span(from, to),
        })
    }
}

struct Pairs<'a, 'r, V>(&'a mut Run<'r, V>);

impl<V: Visitor> Work for Pairs<'_, '_, V> {
    type Output = ControlFlow<V::Break>;

    #[inline(always)]
    fn run<B: Blocks>(self, blocks: B) -> ControlFlow<V::Break> {
        let run = self.0;
        let limit = run.limit();
        let origin = run.base.wrapping_sub(run.p.region) as u32;
        let span = |from: usize, to: usize| Span {
            start: origin.wrapping_add(from as u32),
            end: origin.wrapping_add(to as u32),
        };
        let (first, mut at) = (run.at, run.at);
        let window = &run.w[..run.w.len().min(limit.saturating_sub(2) + scan::PAIR_BYTES)];
        let flow = loop {
            let Some(near) = window.get(at..).and_then(|rest| rest.first_chunk()) else {
                break ControlFlow::Continue(());
            };
            let usual = run.p.names.usual(scan::first_half(near), blocks);
            let Some((n_white, start)) = usual.or_else(|| scan::plain_name(near, blocks)) else {
                break ControlFlow::Continue(());
            };
            let Some(value) = scan::plain_value(&window[at..], near, start, blocks) else {
                break ControlFlow::Continue(());
            };
            let (name, head) = scan::name_of(near, n_white, start);
            let mut is_repeated = false;
            if usual.is_some() {
                run.p.names.remember_usual();
            } else {
                is_repeated = run.p.names.remember(name, head);
                // After the first pair only the line end before the next one counts.
                let n_line_ends = if at == first { run.p.n_line_ends } else { 0 };
                if is_repeated && n_line_ends + u32::from(n_white > 0) >= 2 {
                    break ControlFlow::Continue(());
                }
                if !is_repeated {
                    run.p.names.guess(scan::first_half(near), n_white, start);
                }
            }
            let (value_start, start) = (at + start, at + n_white);
            let (name_end, value_end) = (value_start - 2, value_start + value.text.len());
            let end = value_end + 2;
            run.token(TokenKind::White, at, start);
            run.pair_tokens(start, name_end, end);
            at = end;
            if run.p.mute != Mute::None {
                continue;
            }
            let flow = run.v.tag(RawTag {
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
            run.at = at;
            run.p.has_tags = true;
            run.p.last_end = span(at, at).end;
            run.p.n_line_ends = 0;
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
