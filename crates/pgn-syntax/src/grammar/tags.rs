//! The tag section.
//!
//! ```text
//! tag-section = { tag-pair SEP }
//! tag-pair    = "[" SEP tag-name SEP string SEP "]"
//! ```
//!
//! Standard: §8.1, §18. Decisions: D-06, D-09, D-12, D-15, D-26, D-38.

use super::between::game_begins;
use super::{Feed, Flow, Mute, NextState, control_fault, emit};
use crate::diagnostic::fault;
use crate::lexer::tag::{self, Found, Pair};
use crate::lexer::{Class, class, holds_line_end, is_line_end, line_end, skip_blanks};
use crate::limits::{STRING_CHARACTERS_MAX, SYMBOL_CHARACTERS_MAX, WORD_BYTES_MAX};
use crate::step::{CommentKind, GameEnd, Part, RawComment, RawTag, Visitor, head, unescape};
use crate::token::TokenKind;
use core::ops::ControlFlow;

impl<V: Visitor + ?Sized> Feed<'_, V> {
    /// In the tag section.
    pub(super) fn tags(&mut self) -> Flow<V> {
        self.pairs_by_blocks()?;
        if let Some(n_white) = self.plain_end_of_tags() {
            self.token(TokenKind::White, self.at, self.at + n_white);
            self.at += n_white;
            self.parser.n_line_ends += 2;
            self.enter_movetext()?;
            return ControlFlow::Continue(NextState::Go);
        }
        if !self.skip_white() {
            if self.last && self.at == self.window.len() {
                self.end_without_marker(GameEnd::EndOfText)?;
            }
            return ControlFlow::Continue(NextState::NeedMore);
        }
        match class(self.window[self.at]) {
            Class::LeftBracket => self.bracket(),
            Class::LeftBrace => self.take_prose(CommentKind::Brace),
            Class::Semicolon => self.take_prose(CommentKind::Line),
            Class::Percent if self.in_column_one(self.at) => self.take_prose(CommentKind::Escape),
            // `[Event "A"]<br>`: the line ends of a web page must not end a game at each tag.
            Class::LeftAngle if self.parser.has_tags => self.reserved(),
            _ => match self.text_before_tag() {
                Some(to) => self.foreign_text(to),
                None => {
                    self.enter_movetext()?;
                    ControlFlow::Continue(NextState::Go)
                }
            },
        }
    }

    /// The length of a line end and an empty line, if movetext begins after them with a number, as
    /// in nearly every file.
    #[inline]
    fn plain_end_of_tags(&self) -> Option<usize> {
        let is_plain = self.at < self.limit() && self.parser.controls.is_none();
        match self.window.get(self.at..)? {
            [b'\n', b'\n', b'0'..=b'9', ..] if is_plain => Some(2),
            [b'\r', b'\n', b'\r', b'\n', b'0'..=b'9', ..] if is_plain => Some(4),
            _ => None,
        }
    }

    /// The end of text in a tag section that begins no movetext: remains of a tag, or words before
    /// a tag on the same line or the next. Text after an empty line is movetext.
    fn text_before_tag(&self) -> Option<usize> {
        let (near, start, n_line_ends) = (self.near(), self.at, self.parser.n_line_ends);
        if !self.parser.has_tags || game_begins(near, start) {
            return None;
        }
        let is_sign = |byte: &&u8| {
            byte.is_ascii_punctuation() && !matches!(byte, b'[' | b'{' | b';' | b'(' | b'*')
        };
        if let Some(len) = entity_len(&near[start..]).filter(|_| n_line_ends < 2) {
            return Some(start + len);
        }
        let n_signs = near[start..].iter().take_while(is_sign).count();
        if n_signs > 0 && n_line_ends < 2 {
            return Some(start + n_signs);
        }
        let is_tag = |at: usize| near.get(at) == Some(&b'[') && tag::has_name(near, at);
        let mut at = start;
        loop {
            let end = line_end(near, at);
            let line = &near[at..end];
            // A comment that begins on the line hides what comes after it.
            match line.iter().position(|byte| matches!(byte, b'[' | b'{' | b';')) {
                Some(len) if line[len] == b'[' && n_line_ends < 2 && is_tag(at + len) => {
                    return Some(start + near[start..at + len].trim_ascii_end().len());
                }
                Some(_) => return None,
                None => {}
            }
            if end == near.len() {
                return None;
            }
            let next = skip_blanks(near, next_line(near, end));
            if is_tag(next) {
                return Some(end);
            }
            let is_empty = near.get(next).is_none_or(|&byte| is_line_end(byte));
            if n_line_ends != 1 || is_empty || game_begins(near, next) {
                return None;
            }
            at = next;
        }
    }

    /// Text between two tags: kept as text if it has words.
    fn foreign_text(&mut self, to: usize) -> Flow<V> {
        let text = &self.window[self.at..to];
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 128;
        let has_words = text.iter().any(is_word);
        let span = self.take(TokenKind::Unknown, to);
        if has_words {
            self.parser.after_cut = false;
            self.diagnose(&fault::TEXT_OUTSIDE_GAME, span);
            emit!(self.malformed_tag(text, span));
        } else {
            self.diagnose(&fault::STRAY_CHARACTER, span);
        }
        ControlFlow::Continue(NextState::Go)
    }

    fn bracket(&mut self) -> Flow<V> {
        match self.scan_tag() {
            Found::NeedMore => ControlFlow::Continue(NextState::NeedMore),
            Found::Malformed(end) => self.malformed_tag(end),
            // Before a game and in movetext, no tag pair begins like this, so none does here.
            Found::Pair(pair) if !tag::begins_name(self.window[pair.name.0]) => {
                self.malformed_tag(pair.end)
            }
            Found::Pair(pair) => {
                let is_line = self.parser.n_line_ends >= 2;
                let name = &self.window[pair.name.0..pair.name.1];
                let is_repeated = self.parser.names.remember(name, head(name));
                // A repeated name begins the next game after an empty line, as do the second tags
                // of a game after a truncated tag.
                let is_second = || self.parser.after_cut && self.is_second_tag(pair.end);
                if is_repeated && (is_line || is_second()) {
                    self.end_without_marker(GameEnd::NextGame)?;
                } else {
                    self.parser.has_tags = true;
                    self.parser.after_cut = pair.is_cut();
                    self.pair(pair, is_repeated)?;
                }
                ControlFlow::Continue(NextState::Go)
            }
        }
    }

    /// Whether the tag pair after `from` has a name that was before, too.
    fn is_second_tag(&self, from: usize) -> bool {
        let near = &self.window[..self.window.len().min(from + WORD_BYTES_MAX)];
        let white = near[from..].iter().take_while(|byte| **byte <= b' ').count();
        let Some([b'[', rest @ ..]) = near.get(from + white..) else { return false };
        let rest = &rest[skip_blanks(rest, 0)..];
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        len > 0 && self.parser.names.is_known(&rest[..len])
    }

    /// Scans the bracket at `self.at`; a pair longer than the limit is malformed up to there.
    pub(super) fn scan_tag(&self) -> Found {
        let limit = self.at + self.parser.limits.tag_bytes_max;
        if self.window.len() < limit {
            return tag::scan(self.window, self.at, self.last);
        }
        match tag::scan(&self.window[..limit], self.at, false) {
            Found::NeedMore => Found::Malformed(limit),
            found => found,
        }
    }

    /// Brackets without a tag pair in them, in the tag section or in movetext.
    pub(super) fn malformed_tag(&mut self, end: usize) -> Flow<V> {
        let text = &self.window[self.at..end];
        self.parser.after_cut = !text.ends_with(b"]");
        let span = self.take(TokenKind::Unknown, end);
        self.diagnose(&fault::MALFORMED_TAG, span);
        emit!(self.malformed_tag(text, span));
        ControlFlow::Continue(NextState::Go)
    }

    /// Passes on a tag pair: tokens and the comments between them, faults, the pair itself.
    fn pair(&mut self, pair: Pair, is_repeated: bool) -> ControlFlow<V::Break> {
        let start = self.at;
        let span = self.span(start, pair.end);
        let name_span = self.span(pair.name.0, pair.name.1);
        let value_span = self.span(pair.value.0, pair.value.1);
        let (quote, string_end) = pair.string;
        // A listener that breaks at a comment inside the pair still gets the pair.
        self.token(TokenKind::LeftBracket, start, start + 1);
        let after_bracket = self.separators(start + 1, pair.name.0);
        self.token(TokenKind::TagName, pair.name.0, pair.name.1);
        let after_name = self.separators(pair.name.1, quote);
        self.token(TokenKind::String, quote, string_end);
        let close = if pair.open_pair { pair.end } else { pair.end - 1 };
        let after_value = self.separators(string_end, close);
        self.token(TokenKind::RightBracket, close, pair.end);
        self.at = pair.end;
        self.parser.last_end = span.end;
        self.parser.n_line_ends = 0;
        let name = &self.window[pair.name.0..pair.name.1];
        let value = &self.window[pair.value.0..pair.value.1];
        self.pair_faults(&pair, name, value);
        emit!(self.tag(RawTag {
            name,
            head: head(name),
            value,
            escaped: pair.escaped,
            is_ascii: value.is_ascii(),
            is_repeated,
            span,
            name_span,
            value_span
        }));
        after_bracket?;
        after_name?;
        after_value
    }

    fn pair_faults(&mut self, pair: &Pair, name: &[u8], value: &[u8]) {
        if self.parser.mute != Mute::None {
            return;
        }
        let name_span = self.span(pair.name.0, pair.name.1);
        let value_span = self.span(pair.value.0, pair.value.1);
        let is_name = name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name || name.starts_with(b"_") {
            self.diagnose(&fault::BAD_TAG_NAME, name_span);
        }
        if name.len() > SYMBOL_CHARACTERS_MAX {
            self.diagnose(&fault::OVERLONG_SYMBOL, name_span);
        }
        let (tab, control, unknown) = tag::value_faults(value, pair.escaped);
        if pair.is_unquoted {
            let string_span = self.span(pair.string.0, pair.string.1);
            self.diagnose(&fault::UNQUOTED_VALUE, string_span);
        }
        if pair.bare_quote {
            self.diagnose(&fault::UNESCAPED_QUOTE, value_span);
        }
        if tab {
            self.diagnose(&fault::TAB_IN_STRING, value_span);
        }
        if control {
            self.diagnose_control(pair.value.0, pair.value.1);
        }
        if unknown {
            self.diagnose(&fault::UNKNOWN_STRING_ESCAPE, value_span);
        }
        if pair.open_string {
            self.diagnose(&fault::UNCLOSED_STRING, value_span);
        }
        if pair.open_pair {
            let end = self.span(pair.end, pair.end);
            self.diagnose(&fault::UNCLOSED_TAG, end);
        }
        if value.len() > STRING_CHARACTERS_MAX && n_characters(value) > STRING_CHARACTERS_MAX {
            self.diagnose(&fault::OVERLONG_STRING, value_span);
        }
    }

    /// White space between the tokens of a pair, and a token for each run of a control code in it.
    fn blanks(&mut self, from: usize, to: usize) {
        let is_control = |byte: u8| class(byte) == Class::Control;
        let mut at = from;
        for run in
            self.window[from..to].chunk_by(|&a, &b| a == b || !is_control(a) && !is_control(b))
        {
            let start = at;
            at += run.len();
            self.token(TokenKind::White, start, at);
            if is_control(run[0]) {
                let span = self.span(start, at);
                self.diagnose(control_fault(run[0]), span);
            }
        }
    }

    /// White space and comments between the tokens of a pair.
    fn separators(&mut self, from: usize, to: usize) -> ControlFlow<V::Break> {
        let mut at = from;
        while at < to {
            let (kind, end) = match self.window[at] {
                b'{' => (
                    CommentKind::Brace,
                    memchr::memchr(b'}', &self.window[at..to]).map(|n| at + n + 1),
                ),
                b';' => (CommentKind::Line, Some(line_end(&self.window[..to], at))),
                b'%' => (CommentKind::Escape, Some(line_end(&self.window[..to], at))),
                _ => {
                    let len =
                        self.window[at..to].iter().position(|b| matches!(b, b'{' | b';' | b'%'));
                    let end = len.map_or(to, |len| at + len);
                    self.blanks(at, end);
                    at = end;
                    continue;
                }
            };
            let end = end.unwrap_or(to);
            let span = self.span(at, end);
            let (token, text) = match kind {
                CommentKind::Brace => {
                    (TokenKind::BraceComment, &self.window[at + 1..(end - 1).max(at + 1)])
                }
                CommentKind::Line => (TokenKind::LineComment, &self.window[at + 1..end]),
                CommentKind::Escape => (TokenKind::Escape, &self.window[at + 1..end]),
            };
            self.token(token, at, end);
            let part = Part::Whole;
            let (is_ascii, has_line_end) = (text.is_ascii(), holds_line_end(text));
            emit!(self.comment(RawComment { text, kind, part, is_ascii, has_line_end, span }));
            at = end;
        }
        ControlFlow::Continue(())
    }
}

/// Length of an entity of HTML that `text` begins with, such as `&nbsp;`.
fn entity_len(text: &[u8]) -> Option<usize> {
    let name = text.strip_prefix(b"&")?;
    let len = name.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
    (len > 0 && name.get(len) == Some(&b';')).then_some(len + 2)
}

/// The place after the line end at `end`.
fn next_line(text: &[u8], end: usize) -> usize {
    end + if text[end..].starts_with(b"\r\n") { 2 } else { 1 }
}

/// Characters of data in a value, after its escapes (D-05); a byte that is not UTF-8 counts one.
fn n_characters(value: &[u8]) -> usize {
    let mut n = 0;
    unescape(value, |piece| {
        n += piece.iter().filter(|&&byte| !matches!(byte, 0x80..=0xBF)).count();
    });
    n
}
