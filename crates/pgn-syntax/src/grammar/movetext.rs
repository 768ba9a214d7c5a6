//! The movetext section.
//!
//! ```text
//! movetext-section = element-sequence SEP termination
//! element-sequence = { SEP ( move-number | symbol [ suffix ] | nag | variation ) }
//! variation        = "(" element-sequence SEP ")"
//! move-number      = integer { SEP "." }
//! ```
//!
//! Standard: §8.2, §18. Decisions: D-07, D-12, D-13, D-22, D-26, D-30, D-31, D-38.

use super::between::game_begins;
use super::{Before, Feed, Flow, Mute, N_OPENS, NextState, State, emit};
use crate::diagnostic::{Fault, fault};
use crate::lexer::tag::{self, Found};
use crate::lexer::{Class, class, is_blank, is_line_end, line_end, scan, skip_blanks, word};
use crate::limits::{LOOKAHEAD_BYTES, SYMBOL_CHARACTERS_MAX, TAIL_BYTES, WORD_BYTES_MAX};
use crate::step::{
    CommentKind, GameEnd, Marker, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol, Skip, Visitor,
};
use crate::token::TokenKind;
use core::ops::{ControlFlow, Range};

/// Whether White's first move does not follow the number and the periods at `at`: a marker does,
/// there are two periods or more, or the word ends on rank 5 or 6, which that move cannot reach.
fn is_other_number(near: &[u8], at: usize) -> bool {
    let mut at = at;
    let mut n_periods = 0;
    loop {
        match near.get(at) {
            Some(b'.') => n_periods += 1,
            Some(b'0'..=b'9') => {}
            _ => {
                let word = &near[at..word::word_end(near, at)];
                let rank = word.iter().rev().find(|byte| byte.is_ascii_digit());
                let is_marker = matches!(near.get(at), Some(b'*' | b'-' | b'/') | None);
                return is_marker || n_periods >= 2 || matches!(rank, Some(b'5' | b'6'));
            }
        }
        let Some(next) = tag::skip_separators(near, at + 1, true) else { return false };
        at = next;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MoveSpelling {
    Plain,
    Odd,
}

/// Length of the run at the beginning of `text`; longer runs come in pieces, so that no run needs a
/// larger window.
fn run_len(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter().take(TAIL_BYTES / 2).take_while(|&&byte| belongs(byte)).count()
}

/// The first place from `at` on without a blank, four blanks on at most.
fn skip_few_blanks(window: &[u8], at: usize) -> usize {
    at + window[at.min(window.len())..].iter().take(4).take_while(|&&byte| is_blank(byte)).count()
}

impl<V: Visitor + ?Sized> Feed<'_, V> {
    /// In the movetext: takes elements until it ends or the window does.
    pub(super) fn movetext(&mut self) -> Flow<V> {
        // The place up to which nothing may be skipped; see `pass_over`.
        let mut stop = None;
        loop {
            if self.parser.mute == Mute::None {
                self.elements_by_blocks()?;
            } else if !self.parser.has_marker && stop.is_none_or(|place| self.at > place) {
                stop = Some(self.pass_over()?);
                if self.parser.state != State::Movetext {
                    return ControlFlow::Continue(NextState::Go);
                }
            }
            if !self.skip_white() {
                break;
            }
            if !self.parser.has_tags && self.untagged_game_begins() {
                self.end_without_marker(GameEnd::NextGame)?;
                return ControlFlow::Continue(NextState::Go);
            }
            let next = match class(self.window[self.at]) {
                Class::Digit => self.digit()?,
                Class::Letter => self.word()?,
                Class::Wordy | Class::High => self.odd_word()?,
                Class::Period => self.periods()?,
                Class::Suffix => self.suffix()?,
                Class::Dollar => self.nag()?,
                Class::LeftBrace => self.take_prose(CommentKind::Brace)?,
                Class::Semicolon => self.take_prose(CommentKind::Line)?,
                Class::Percent => self.percent()?,
                Class::LeftParenthesis => self.open_variation()?,
                Class::RightParenthesis => self.close_variation()?,
                Class::Star => self.marker(Marker::Unknown, self.at + 1)?,
                Class::LeftBracket => self.bracket_in_movetext()?,
                Class::LeftAngle => self.reserved()?,
                Class::RightBrace => self.stray(&fault::STRAY_BRACE),
                Class::RightAngle => self.annotation(&fault::RESERVED_BRACKET)?,
                Class::RightBracket => self.stray(&fault::STRAY_CHARACTER),
                Class::Other => self.annotation(&fault::STRAY_CHARACTER)?,
                // `skip_white` stops at neither.
                Class::White | Class::Control => NextState::Go,
            };
            if next == NextState::NeedMore {
                return ControlFlow::Continue(next);
            }
            if self.parser.state != State::Movetext
                || self.parser.prose.is_some()
                || self.parser.long_word.is_some()
            {
                return ControlFlow::Continue(NextState::Go);
            }
        }
        if self.last && self.at == self.window.len() {
            self.end_without_marker(GameEnd::EndOfText)?;
        }
        ControlFlow::Continue(NextState::NeedMore)
    }

    /// The empty line that comes next in the window, else its end.
    #[cold]
    pub(super) fn paragraph_end(&mut self) -> usize {
        if self.paragraph_end <= self.at {
            let mut at = self.at;
            self.paragraph_end = loop {
                let end = line_end(self.window, at);
                if end == self.window.len() {
                    break end;
                }
                at = end + if self.window[end..].starts_with(b"\r\n") { 2 } else { 1 };
                let behind = skip_blanks(self.window, at);
                if self.window.get(behind).is_none_or(|&byte| is_line_end(byte)) {
                    break behind.max(self.at + 1);
                }
            };
        }
        self.paragraph_end
    }

    /// Whether the next game begins here, in one without tags and without a marker: after an empty
    /// line and perhaps comments comes move 1.
    fn untagged_game_begins(&self) -> bool {
        let is_apart =
            self.parser.n_line_ends >= 2 && self.parser.depth == 0 && self.parser.has_moves;
        if !is_apart {
            return false;
        }
        let near = self.near();
        // The window does not show what is before its first byte.
        let is_escape = near.get(self.at) == Some(&b'%') && self.in_column_one(self.at);
        let from = if is_escape { line_end(near, self.at) } else { self.at };
        let Some(at) = tag::skip_separators(near, from, true) else { return false };
        let word = &near[at..word::word_end(near, at)];
        let is_number = word == b"1" || (word.first() == Some(&b'1') && word::move_shaped(word));
        is_number && game_begins(near, at) && !is_other_number(near, at)
    }

    /// A digit begins a move number, a marker, castling with zeros, or a glued `1e4`.
    #[inline]
    fn digit(&mut self) -> Flow<V> {
        let start = self.at;
        if let Some((marker, len)) = word::plain_marker(scan::eight(self.window, start)) {
            return self.marker(marker, start + len);
        }
        let mut end = start;
        let mut value = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.window.get(end) {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        if end - start > WORD_BYTES_MAX {
            return ControlFlow::Continue(self.take_long_word());
        }
        let goes_on = self
            .window
            .get(end)
            .is_some_and(|&byte| matches!(class(byte), Class::Letter | Class::Wordy | Class::High));
        if goes_on && word::word_end(self.window, start) > end {
            return self.digit_word();
        }
        if value <= 1
            && let Some((marker, end)) = word::spaced_marker(self.window, start)
        {
            return self.odd_marker(marker, end);
        }
        let n_periods = run_len(&self.window[end..], |byte| byte == b'.');
        if n_periods == 0 && &self.window[start..end] == b"0000" {
            // The null move of engines; as a number it would never be correct.
            return self.symbol(end);
        }
        self.number(value, end, n_periods)
    }

    fn number(&mut self, value: u32, end: usize, n_periods: usize) -> Flow<V> {
        let digits = self.take(TokenKind::Integer, end);
        let periods =
            if n_periods > 0 { self.take(TokenKind::Periods, end + n_periods) } else { digits };
        self.parser.before = Before::Number;
        emit!(self.number(RawNumber {
            value,
            n_periods: n_periods as u32,
            span: digits.cover(periods)
        }));
        ControlFlow::Continue(NextState::Go)
    }

    /// A word that begins with a digit but is not a number.
    fn digit_word(&mut self) -> Flow<V> {
        let end = word::word_end(self.window, self.at);
        let text = &self.window[self.at..end];
        if let Some(marker) = word::marker(text) {
            return self.marker(marker, end);
        }
        if let Some((marker, end)) = word::spaced_marker(self.window, self.at) {
            // A character that touches a plain marker does not make it odd: `1/2-1/2(Q)`.
            return match word::marker(&self.window[self.at..end]) {
                Some(_) => self.marker(marker, end),
                None => self.odd_marker(marker, end),
            };
        }
        if let Some(marker) = word::odd_marker(text) {
            return self.odd_marker(marker, end);
        }
        self.symbol(end)
    }

    #[inline]
    fn word(&mut self) -> Flow<V> {
        self.symbol(word::word_end(self.window, self.at))
    }

    /// An annotation symbol, a word that begins with an HTML entity, white space as an entity, or a
    /// character without a meaning here.
    #[cold]
    fn annotation(&mut self, fault: &Fault) -> Flow<V> {
        if word::foreign_space_len(self.window, self.at) > 0 {
            self.skip_foreign_space();
            return ControlFlow::Continue(NextState::Go);
        }
        let end = word::word_end(self.window, self.at).max(self.annotation_end());
        match &self.window[self.at..end] {
            [] | [b'>'] => ControlFlow::Continue(self.stray(fault)),
            _ => self.symbol(end),
        }
    }

    /// The end of the annotation signs that begin here; markup such as `</b>` does not count.
    fn annotation_end(&self) -> usize {
        let end = word::annotation_end(self.window, self.at);
        let touches = self.window.get(end).is_some_and(u8::is_ascii_alphanumeric);
        if touches && self.window[self.at] == b'<' { self.at } else { end }
    }

    /// A word that no symbol of the standard begins like.
    fn odd_word(&mut self) -> Flow<V> {
        if word::foreign_period_len(self.window, self.at) > 0 {
            return ControlFlow::Continue(self.foreign_periods());
        }
        // Dashes and the cross of captures begin other words, too.
        let begins_word = matches!(self.window[self.at..], [0xE2, 0x80, ..] | [0xC3, 0x97, ..]);
        if word::symbol_len(self.window, self.at) > 0 && !begins_word {
            return self.symbol(word::annotation_end(self.window, self.at));
        }
        let end = word::word_end(self.window, self.at);
        if let Some((marker, end)) = word::spaced_marker(self.window, self.at) {
            return self.odd_marker(marker, end);
        }
        match word::odd_marker(&self.window[self.at..end]) {
            Some(marker) => self.odd_marker(marker, end),
            None => self.symbol(end),
        }
    }

    #[inline]
    pub(super) fn symbol(&mut self, end: usize) -> Flow<V> {
        let text = &self.window[self.at..end];
        if text.len() > WORD_BYTES_MAX {
            return ControlFlow::Continue(self.take_long_word());
        }
        // The marker comes next, as a separate word.
        let glued = word::glued_marker(text).map(|len| self.span(self.at + len, end));
        let text = glued.map_or(text, |marker| &text[..text.len() - marker.len() as usize]);
        let span = self.take(TokenKind::Symbol, self.at + text.len());
        self.parser.has_moves = true;
        self.parser.before = Before::Symbol;
        if text.len() > SYMBOL_CHARACTERS_MAX {
            self.diagnose(&fault::OVERLONG_SYMBOL, span);
        }
        if !text.is_ascii() {
            self.diagnose(&fault::MISPLACED_CHARACTER, span);
        }
        emit!(self.symbol(RawSymbol::new(text, span)));
        if let Some(marker) = glued {
            self.diagnose(&fault::GLUED_MARKER, marker);
        }
        ControlFlow::Continue(NextState::Go)
    }

    /// Periods that are separated from their number are accepted after it; elsewhere they have no
    /// meaning.
    fn periods(&mut self) -> Flow<V> {
        if let Some((marker, end)) = word::spaced_marker(self.window, self.at) {
            return self.odd_marker(marker, end);
        }
        let n = run_len(&self.window[self.at..], |byte| byte == b'.');
        let span = self.take(TokenKind::Periods, self.at + n);
        if self.parser.before != Before::Number {
            self.diagnose(&fault::STRAY_PERIOD, span);
        }
        ControlFlow::Continue(NextState::Go)
    }

    /// Periods that are not ASCII.
    #[cold]
    fn foreign_periods(&mut self) -> NextState {
        let mut end = self.at;
        while end < self.window.len().min(self.at + TAIL_BYTES / 2) {
            end += match word::foreign_period_len(self.window, end) {
                0 if self.window[end] == b'.' => 1,
                0 => break,
                len => len,
            };
        }
        let span = self.take(TokenKind::Periods, end);
        self.diagnose(&fault::MISPLACED_CHARACTER, span);
        if self.parser.before != Before::Number {
            self.diagnose(&fault::STRAY_PERIOD, span);
        }
        NextState::Go
    }

    pub(super) fn suffix(&mut self) -> Flow<V> {
        let n = run_len(&self.window[self.at..], |byte| matches!(byte, b'!' | b'?'));
        let text = &self.window[self.at..self.at + n];
        let touches = self.parser.before == Before::Symbol
            && self.parser.last_end == self.span(self.at, self.at).start;
        let span = self.take(TokenKind::Suffix, self.at + n);
        self.parser.before = Before::Other;
        emit!(self.suffix(RawSuffix { text, attached: touches, span }));
        ControlFlow::Continue(NextState::Go)
    }

    pub(super) fn nag(&mut self) -> Flow<V> {
        let n = run_len(&self.window[self.at + 1..], |byte| byte.is_ascii_digit());
        let end = self.at + 1 + n;
        let value = self.window[self.at + 1..end].iter().fold(0u32, |value, digit| {
            value.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
        });
        if end == self.at + 1 {
            return ControlFlow::Continue(self.stray(&fault::EMPTY_NAG));
        }
        let span = self.take(TokenKind::Nag, end);
        self.parser.before = Before::Other;
        emit!(self.nag(RawNag { value, span }));
        ControlFlow::Continue(NextState::Go)
    }

    /// `%` in column 1 is an escape line; as the first character of an indented line it is read as
    /// one, with a diagnostic; elsewhere it has no meaning.
    fn percent(&mut self) -> Flow<V> {
        if self.in_column_one(self.at) {
            return self.take_prose(CommentKind::Escape);
        }
        let span = self.span(self.at, self.at + 1);
        if self.is_first_on_line() {
            let before = self.at;
            let next = self.take_prose(CommentKind::Escape)?;
            if self.at > before {
                self.diagnose(&fault::MISPLACED_PERCENT, span);
            }
            return ControlFlow::Continue(next);
        }
        ControlFlow::Continue(self.stray(&fault::MISPLACED_PERCENT))
    }

    pub(super) fn open_variation(&mut self) -> Flow<V> {
        if let Some((sign, end)) = self.parenthesized_sign() {
            return self.take_parenthesized_sign(sign, end);
        }
        let span = self.take(TokenKind::LeftParenthesis, self.at + 1);
        self.parser.opens[self.parser.depth as usize % N_OPENS] = span.start;
        self.parser.depth = self.parser.depth.saturating_add(1);
        self.parser.before = Before::Opening;
        if self.parser.mute == Mute::None && self.visitor.begin_variation(span)? == Skip::Over {
            self.parser.mute = Mute::Variation(self.parser.depth);
        }
        ControlFlow::Continue(NextState::Go)
    }

    /// An annotation symbol in parentheses, as in `Nf3 (!)`, which is not a variation (D-78): where
    /// the symbol is, and where the parentheses end.
    pub(super) fn parenthesized_sign(&self) -> Option<(Range<usize>, usize)> {
        // Variations begin with a number or a letter, as nearly always.
        if self.window.get(self.at + 1)?.is_ascii_alphanumeric() {
            return None;
        }
        let start = skip_few_blanks(self.window, self.at + 1);
        let n_marks = run_len(&self.window[start..], |byte| matches!(byte, b'!' | b'?'));
        let end = match n_marks {
            0 => word::annotation_end(self.window, start),
            1..=4 => start + n_marks,
            _ => return None,
        };
        let close = skip_few_blanks(self.window, end);
        // A null move may be alone in a variation.
        let is_sign = end > start && !matches!(&self.window[start..end], b"--" | b"<>");
        (is_sign && self.window.get(close) == Some(&b')')).then_some((start..end, close + 1))
    }

    #[cold]
    fn take_parenthesized_sign(&mut self, sign: Range<usize>, end: usize) -> Flow<V> {
        let (start, text) = (self.at, &self.window[sign]);
        let is_suffix = class(text[0]) == Class::Suffix;
        let kind = if is_suffix { TokenKind::Suffix } else { TokenKind::Symbol };
        let span = self.take(kind, end);
        self.parser.before = Before::Other;
        if is_suffix {
            emit!(self.suffix(RawSuffix { text, attached: false, span }));
        } else {
            emit!(self.symbol(RawSymbol::new(&self.window[start..end], span)));
        }
        ControlFlow::Continue(NextState::Go)
    }

    fn close_variation(&mut self) -> Flow<V> {
        if self.parser.depth == 0 {
            return ControlFlow::Continue(self.stray(&fault::STRAY_PARENTHESIS));
        }
        let span = self.take(TokenKind::RightParenthesis, self.at + 1);
        self.unmute_variation();
        self.parser.depth -= 1;
        self.parser.before = Before::Other;
        if self.parser.depth == 0 && self.parser.has_marker {
            self.parser.state = State::AfterMarker;
        }
        emit!(self.end_variation(span));
        ControlFlow::Continue(NextState::Go)
    }

    /// `[` in movetext begins the next game if a tag pair is there, or a line of tags begins;
    /// otherwise it is a slip (D-38), or a remark such as `[White is better]`.
    fn bracket_in_movetext(&mut self) -> Flow<V> {
        let named = tag::has_name(self.near(), self.at);
        match self.scan_tag() {
            Found::NeedMore => return ControlFlow::Continue(NextState::NeedMore),
            Found::Malformed(end) if !(named && self.begins_tag_section()) => {
                return self.malformed_tag(end);
            }
            Found::Pair(pair) if !named || (pair.is_unquoted && !self.begins_tag_section()) => {
                return self.malformed_tag(pair.end);
            }
            Found::Malformed(_) | Found::Pair(_) => {}
        }
        self.end_without_marker(GameEnd::NextGame)?;
        ControlFlow::Continue(NextState::Go)
    }

    /// Whether the line of a bracket begins a tag section: after an empty line, or with another tag
    /// on the next line.
    fn begins_tag_section(&self) -> bool {
        let near = self.near();
        let end = line_end(near, self.at);
        let next = end + if near[end..].starts_with(b"\r\n") { 2 } else { 1 };
        let next = skip_blanks(near, next.min(near.len()));
        let is_next_named = near.get(next) == Some(&b'[') && tag::has_name(near, next);
        self.is_first_on_line() && (self.parser.n_line_ends >= 2 || is_next_named)
    }

    /// `<` to the matching `>` on its line, else the bracket alone (D-12).
    pub(super) fn reserved(&mut self) -> Flow<V> {
        if self.window[self.at..].starts_with(b"<>") && self.is_null_move(self.at + 2) {
            return self.symbol(self.at + 2);
        }
        let end = self.annotation_end();
        if end > self.at + 1 && self.window[self.at..end] != *b"<>" {
            return self.symbol(end);
        }
        let stop = self.window.len().min(self.at + WORD_BYTES_MAX);
        let line = line_end(&self.window[..stop], self.at);
        let Some(len) = memchr::memchr(b'>', &self.window[self.at..line]) else {
            return ControlFlow::Continue(self.stray(&fault::RESERVED_BRACKET));
        };
        let end = self.at + len + 1;
        let text = &self.window[self.at..end];
        let span = self.take(TokenKind::Reserved, end);
        self.parser.before = Before::Other;
        self.diagnose(&fault::RESERVED_BRACKET, span);
        emit!(self.reserved(text, span));
        ControlFlow::Continue(NextState::Go)
    }

    /// Whether `<>` that ends at `end` is a null move: a move, a number or the end follows (D-34).
    fn is_null_move(&self, end: usize) -> bool {
        let stop = self.window.len().min(end + TAIL_BYTES / 2);
        let next = self.window[end..stop].iter().find(|byte| !byte.is_ascii_whitespace());
        next.is_none_or(|&byte| {
            matches!(
                class(byte),
                Class::Letter | Class::Digit | Class::High | Class::Star | Class::RightParenthesis
            ) || matches!(byte, b'-' | b'<')
        })
    }

    fn odd_marker(&mut self, marker: Marker, end: usize) -> Flow<V> {
        self.take_marker(marker, end, MoveSpelling::Odd)
    }

    pub(super) fn marker(&mut self, marker: Marker, end: usize) -> Flow<V> {
        self.take_marker(marker, end, MoveSpelling::Plain)
    }

    /// A marker ends the game, unless it is directly before the end of a variation (D-22) or
    /// directly after its beginning, as in `(* 3. e4)`, followed by more text.
    fn take_marker(&mut self, marker: Marker, end: usize, spelling: MoveSpelling) -> Flow<V> {
        let mut in_variation = false;
        if self.parser.depth > 0 {
            let stop = self.window.len().min(end + LOOKAHEAD_BYTES);
            let cut = self.last || stop < self.window.len();
            match tag::skip_separators(&self.window[..stop], end, cut) {
                None => return ControlFlow::Continue(NextState::NeedMore),
                Some(at) => in_variation = self.is_inner_marker(at),
            }
        }
        let before = self.parser.last_end;
        let span = self.take(TokenKind::Marker, end);
        self.parser.before = Before::Other;
        if spelling == MoveSpelling::Odd {
            self.diagnose(&fault::ODD_MARKER, span);
        }
        if in_variation {
            self.diagnose(&fault::MARKER_IN_VARIATION, span);
            emit!(self.marker(RawMarker { marker, in_variation, span }));
            return ControlFlow::Continue(NextState::Go);
        }
        let is_second = self.parser.has_marker;
        if is_second {
            self.diagnose(&fault::MARKER_IN_VARIATION, span);
            emit!(self.marker(RawMarker { marker, in_variation: true, span }));
        }
        // Variations left open end before the marker, not after it.
        self.parser.last_end = before;
        self.close_variations()?;
        self.parser.last_end = span.end;
        self.parser.state = State::AfterMarker;
        self.parser.has_marker = true;
        if !is_second {
            emit!(self.marker(RawMarker { marker, in_variation, span }));
        }
        ControlFlow::Continue(NextState::Go)
    }

    /// Whether a marker in a variation belongs to the variation; `next` is what is after it.
    fn is_inner_marker(&self, next: usize) -> bool {
        match self.window.get(next) {
            Some(b')') => true,
            Some(b'[') | None => false,
            // After the game's own marker, no other marker follows.
            Some(_) => self.parser.has_marker || self.parser.before == Before::Opening,
        }
    }

    /// A character without a meaning here.
    fn stray(&mut self, fault: &crate::diagnostic::Fault) -> NextState {
        let span = self.take(TokenKind::Unknown, self.at + 1);
        self.parser.before = Before::Other;
        self.diagnose(fault, span);
        NextState::Go
    }
}
