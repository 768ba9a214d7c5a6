//! What nearly all of a text is: words and numbers in movetext, tag pairs on lines of their own.
//!
//! Owns: taking these at once, with the blocks of the lexer. Knows nothing of: any other spelling;
//! at the first one it stops, and the functions for that kind of element go on.
//! Standard: §8.1, §8.2. Decisions: D-09, D-38.
//! Start at [`Run::plain_elements`].
//!
//! Changed for speed: where words begin and end is known for 64 bytes at a time, and what the
//! parser remembers of the last token is written down once, where this road ends.

use super::tags::Repeated;
use super::{Before, Mute, Run};
use crate::lexer::scan::{self, BLOCK, PlainComment, Prose, Words};
use crate::limits::{TAIL_BYTES, WORD_BYTES_MAX};
use crate::span::Span;
use crate::step::{CommentKind, Part, RawComment, RawNumber, RawSymbol, RawTag, Visitor};
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

/// Length of the run of ones from this bit on.
#[inline(always)]
fn run(mask: u64, bit: usize) -> usize {
    (!(mask >> bit)).trailing_zeros() as usize
}

/// The number that 1 to 4 digits make, the first one in the lowest byte.
#[inline(always)]
fn number(digits: u64, len: usize) -> u32 {
    // Leading zeros come in from below, then two digits at a time.
    let digits = ((digits << 32) >> (8 * len)) as u32 & 0x0F0F_0F0F;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    (pairs & 0xFF) * 100 + (pairs >> 16 & 0xFF)
}

/// The first `len` bytes of eight, zeros behind them.
#[inline(always)]
fn head(eight: u64, len: usize) -> u64 {
    if len >= 8 { eight } else { eight & ((1 << (8 * len)) - 1) }
}

/// The comment that begins at `start` in a block, if it ends there and is on one line.
#[inline(always)]
fn comment_in(prose: &Prose, start: usize) -> Option<PlainComment> {
    let stop = (prose.close | prose.control | prose.line_end) & !scan::below(start);
    let close = stop.trailing_zeros() as usize;
    let is_closed = prose.close & stop & stop.wrapping_neg() != 0;
    let inside = scan::below(close) & !scan::below(start);
    is_closed.then_some(PlainComment { close, is_ascii: prose.high & inside == 0 })
}

impl<V: Visitor> Run<'_, V> {
    /// Up to where tokens may begin that can be named with what the window shows.
    #[inline]
    pub(super) fn limit(&self) -> usize {
        let margin = if self.last { 0 } else { WORD_BYTES_MAX + TAIL_BYTES };
        self.w.len().saturating_sub(margin)
    }

    /// Takes symbols and move numbers as the export format writes them; stops in front of the
    /// white space before anything else.
    #[inline(always)]
    pub(super) fn plain_elements(&mut self) -> ControlFlow<V::Break> {
        debug_assert!(self.p.mute == Mute::None);
        if self.p.controls.is_some() {
            return ControlFlow::Continue(());
        }
        let limit = self.limit();
        let origin = self.base.wrapping_sub(self.p.region) as u32;
        let window = self.w;
        let (mut at, mut before) = (self.at, self.p.before);
        let mut base = at;
        let flow = 'run: {
            while base < limit {
                let block = scan::words(window, base);
                let mut events = events(&block);
                let mut prose = None;
                let mut next = base + BLOCK;
                while events != 0 {
                    let bit = events.trailing_zeros() as usize;
                    let from = base + bit;
                    let len = run(block.word, bit);
                    if from >= limit {
                        break 'run ControlFlow::Continue(());
                    }
                    if len == 0 {
                        if window[from] != b'{' {
                            break 'run ControlFlow::Continue(());
                        }
                        let prose = *prose.get_or_insert_with(|| scan::prose(window, base));
                        let Some(comment) = comment_in(&prose, bit + 1)
                            .map(|comment| PlainComment { close: base + comment.close, ..comment })
                            .or_else(|| scan::plain_comment(window, from + 1))
                        else {
                            break 'run ControlFlow::Continue(());
                        };
                        let PlainComment { close, is_ascii } = comment;
                        self.token(TokenKind::White, at, from);
                        self.token(TokenKind::BraceComment, from, close + 1);
                        at = close + 1;
                        if before != Before::Number {
                            before = Before::Other;
                        }
                        let text = &window[from + 1..close];
                        let start = origin.wrapping_add(from as u32);
                        let span = Span { start, end: origin.wrapping_add(at as u32) };
                        let (kind, part) = (CommentKind::Brace, Part::Whole);
                        let comment = RawComment { text, kind, part, is_ascii, span };
                        if let ControlFlow::Break(value) = self.v.comment(comment) {
                            break 'run ControlFlow::Break(value);
                        }
                        if at >= base + BLOCK {
                            next = at;
                            break;
                        }
                        events &= !scan::below(at - base);
                        continue;
                    }
                    if bit + len >= BLOCK {
                        // Cut by the end of the block; a word as long as a block is not plain.
                        if bit == 0 {
                            break 'run ControlFlow::Continue(());
                        }
                        next = from;
                        break;
                    }
                    let end = from + len;
                    let eight = scan::eight(window, from);
                    let start = origin.wrapping_add(from as u32);
                    // Of the bytes of words, letters alone have this bit.
                    if eight & 0x40 != 0 {
                        let touches = (block.other | block.period) >> (bit + len) & 1 != 0;
                        if touches && !ends_word(window, end) {
                            break 'run ControlFlow::Continue(());
                        }
                        self.token(TokenKind::White, at, from);
                        self.token(TokenKind::Symbol, from, end);
                        (at, before) = (end, Before::Symbol);
                        let text = &window[from..end];
                        let span = Span { start, end: start.wrapping_add(len as u32) };
                        let symbol = RawSymbol { text, span, head: head(eight, len) };
                        if let ControlFlow::Break(value) = self.v.symbol(symbol) {
                            break 'run ControlFlow::Break(value);
                        }
                    } else {
                        let n_periods = run(block.period, bit + len);
                        let value = number(eight, len.min(DIGITS_MAX));
                        let is_plain = run(block.digit, bit) == len
                            && len <= DIGITS_MAX
                            && n_periods > 0
                            // What begins with a zero may be a score.
                            && value > 0;
                        if !is_plain {
                            break 'run ControlFlow::Continue(());
                        }
                        if bit + len + n_periods >= BLOCK {
                            if bit == 0 {
                                break 'run ControlFlow::Continue(());
                            }
                            next = from;
                            break;
                        }
                        let behind = end + n_periods;
                        self.token(TokenKind::White, at, from);
                        self.token(TokenKind::Integer, from, end);
                        self.token(TokenKind::Periods, end, behind);
                        (at, before) = (behind, Before::Number);
                        let n_periods = n_periods as u32;
                        let span = Span { start, end: start.wrapping_add(len as u32 + n_periods) };
                        let number = RawNumber { value, n_periods, span };
                        if let ControlFlow::Break(value) = self.v.number(number) {
                            break 'run ControlFlow::Break(value);
                        }
                    }
                    events &= events - 1;
                }
                base = next;
            }
            ControlFlow::Continue(())
        };
        if at > self.at {
            self.at = at;
            self.p.before = before;
            self.p.last_end = origin.wrapping_add(at as u32);
            self.p.n_line_ends = 0;
        }
        flow
    }

    /// Passes over movetext of which nothing is handed over, up to the next place where something
    /// could end it; gives that place. Stands at the end of a token then, far enough before it.
    pub(super) fn pass_over(&mut self) -> usize {
        let limit = self.limit();
        if self.p.controls.is_some() || self.at >= limit {
            return self.at;
        }
        let found = scan::find_hot(self.w, self.at, limit);
        // A score may be spread over two words: `1 - 0`.
        let floor = found.floor;
        let word = self.word_before(found.place, floor);
        let to = self.word_before(word, floor);
        if to > self.at {
            self.at = to;
            self.p.before = Before::Other;
            self.p.last_end = self.span(to, to).end;
            self.p.n_line_ends = 0;
        }
        found.place
    }

    /// The end of the word before the word that ends at or goes on behind `at`, or `floor`.
    fn word_before(&self, at: usize, floor: usize) -> usize {
        let is_white = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let text = &self.w[floor..at];
        let white = text.iter().rposition(is_white).map_or(0, |at| at + 1);
        let word = text[..white].iter().rposition(|byte| !is_white(byte));
        floor + word.map_or(0, |at| at + 1)
    }

    /// Takes tag pairs as the export format writes them, one a line; stops behind the last one.
    #[inline(always)]
    pub(super) fn plain_pairs(&mut self) -> ControlFlow<V::Break> {
        if self.p.controls.is_some() {
            return ControlFlow::Continue(());
        }
        let limit = self.limit();
        loop {
            let n_white = match self.w[self.at..] {
                [b'\n', b'[', ..] => 1,
                [b'\r', b'\n', b'[', ..] => 2,
                [b'[', ..] => 0,
                _ => return ControlFlow::Continue(()),
            };
            let start = self.at + n_white;
            if start >= limit {
                return ControlFlow::Continue(());
            }
            let Some(pair) = scan::plain_pair(self.w, start) else {
                return ControlFlow::Continue(());
            };
            let end = pair.value_end + 2;
            if end - start > self.p.limits.tag_bytes_max {
                return ControlFlow::Continue(());
            }
            let is_line = self.p.n_line_ends + u32::from(n_white > 0) >= 2;
            let is_repeated = match self.remember_name(start + 1, pair.name_end, is_line) {
                Repeated::BeginsGame => return ControlFlow::Continue(()),
                Repeated::No => false,
                Repeated::Yes => true,
            };
            self.token(TokenKind::White, self.at, start);
            self.token(TokenKind::LeftBracket, start, start + 1);
            self.token(TokenKind::TagName, start + 1, pair.name_end);
            self.token(TokenKind::White, pair.name_end, pair.name_end + 1);
            self.token(TokenKind::String, pair.name_end + 1, pair.value_end + 1);
            self.token(TokenKind::RightBracket, pair.value_end + 1, end);
            let value_start = pair.name_end + 2;
            let tag = RawTag {
                name: &self.w[start + 1..pair.name_end],
                value: &self.w[value_start..pair.value_end],
                escaped: false,
                is_ascii: pair.is_ascii,
                is_repeated,
                span: self.span(start, end),
                name_span: self.span(start + 1, pair.name_end),
                value_span: self.span(value_start, pair.value_end),
            };
            self.at = end;
            self.p.last_end = tag.span.end;
            self.p.n_line_ends = 0;
            if self.p.mute == Mute::None {
                self.v.tag(tag)?;
            }
        }
    }
}

/// Whether a word of letters, digits and signs ends before what stands at `at`, no white space;
/// see [`word_end`](crate::lexer::word::word_end).
#[inline]
fn ends_word(window: &[u8], at: usize) -> bool {
    !matches!(window.get(at), Some(b'.' | b'(' | b'/' | b':' | b'_' | b'@' | 128..))
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
