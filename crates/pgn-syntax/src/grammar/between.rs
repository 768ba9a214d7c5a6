//! Between games: white space, comments, escape lines, and lines outside games.
//!
//! Standard: §8. Decisions: D-09, D-38.

use super::{Feed, Flow, NextState, State};
use crate::diagnostic::fault;
use crate::lexer::prose::{AfterProse, after_prose, late_symbol_end};
use crate::lexer::{Class, class, is_line_end, line_end, scan, skip_blanks, tag, word};
use crate::step::{CommentKind, GameEnd, Visitor};
use crate::token::TokenKind;
use core::ops::ControlFlow;

impl<V: Visitor + ?Sized> Feed<'_, V> {
    /// Before the first token of a game.
    pub(super) fn between(&mut self) -> Flow<V> {
        if self.parser.garbage_line {
            return ControlFlow::Continue(self.garbage_goes_on());
        }
        if !self.skip_white() {
            return self.between_at_end();
        }
        match class(self.window[self.at]) {
            Class::LeftBrace => self.prose_between(CommentKind::Brace),
            Class::Semicolon => self.prose_between(CommentKind::Line),
            Class::Percent if self.in_column_one(self.at) => {
                self.prose_between(CommentKind::Escape)
            }
            Class::LeftBracket if tag::has_name(self.near(), self.at) => {
                self.begin_game()?;
                self.parser.state = State::Tags;
                ControlFlow::Continue(NextState::Go)
            }
            _ if game_begins(self.near(), self.at) => {
                self.begin_game()?;
                self.parser.state = State::Tags;
                self.enter_movetext()?;
                ControlFlow::Continue(NextState::Go)
            }
            _ => {
                self.parser.garbage_line = true;
                ControlFlow::Continue(NextState::Go)
            }
        }
    }

    fn prose_between(&mut self, kind: CommentKind) -> Flow<V> {
        self.begin_game()?;
        self.take_prose(kind)
    }

    /// The window, and perhaps the text, ends between games.
    fn between_at_end(&mut self) -> Flow<V> {
        if !self.last || self.at < self.window.len() {
            return ControlFlow::Continue(NextState::NeedMore);
        }
        self.flush_garbage(true);
        if self.parser.begun {
            let span = self.span(self.window.len(), self.window.len());
            let span = crate::span::Span::new(0, span.end);
            self.diagnose(&fault::COMMENT_OUTSIDE_GAME, span);
            self.end_game(GameEnd::NoGame)?;
        }
        self.parser.state = State::Ended;
        ControlFlow::Continue(NextState::NeedMore)
    }

    /// Takes the rest of a line outside games.
    fn garbage_goes_on(&mut self) -> NextState {
        let from = self.at;
        let to = line_end(self.window, from);
        let start = self.parser.garbage.map_or(self.base + from as u64, |(start, _)| start);
        self.parser.garbage = Some((start, self.base + to as u64));
        if to > from {
            self.take(TokenKind::Unknown, to);
        }
        if to == self.window.len() && !self.last {
            return NextState::NeedMore;
        }
        self.parser.garbage_line = false;
        NextState::Go
    }

    /// Reports the lines outside games that were passed over, all of them at once.
    pub(super) fn flush_garbage(&mut self, at_end: bool) {
        if let Some((start, end)) = self.parser.garbage.take() {
            let origin = self.parser.region;
            let span = crate::span::Span::new(
                start.saturating_sub(origin) as u32,
                (end - origin).min(u64::from(u32::MAX)) as u32,
            );
            let nothing_else = at_end && self.parser.n_games == 0 && !self.parser.begun;
            let fault = if nothing_else { &fault::NOT_PGN } else { &fault::TEXT_OUTSIDE_GAME };
            self.outside(fault, span);
        }
    }

    /// After the marker: comments that begin on its line belong to the game, as do variations and
    /// NAGs with the comments before them, and comments after the last game of the text (D-09).
    pub(super) fn after_marker(&mut self) -> Flow<V> {
        if let Some(line_end_len) = self.plain_join() {
            return self.next_game(line_end_len);
        }
        let at = skip_blanks(self.window, self.at);
        let Some(&byte) = self.window.get(at) else {
            if !self.last {
                return ControlFlow::Continue(NextState::NeedMore);
            }
            self.skip_white();
            self.end_game(GameEnd::Marker)?;
            self.parser.state = State::Ended;
            return ControlFlow::Continue(NextState::NeedMore);
        };
        if !self.last && self.window.len() - at < 4 {
            return ControlFlow::Continue(NextState::NeedMore);
        }
        // Comments on the marker's line: all of them must be on it.
        let on_line = self.parser.n_line_ends == 0;
        match byte {
            b'{' | b';' if on_line => {
                self.skip_to(at);
                let kind = if byte == b'{' { CommentKind::Brace } else { CommentKind::Line };
                let from = self.at;
                let next = self.take_prose(kind)?;
                if next == NextState::Go
                    && self.window[from..self.at].iter().any(|&b| is_line_end(b))
                {
                    self.parser.n_line_ends = 1;
                }
                ControlFlow::Continue(next)
            }
            _ => self.leave_game(at),
        }
    }

    /// The length of a line end, if an empty line and then a tag pair follow, as in nearly every
    /// file.
    fn plain_join(&self) -> Option<usize> {
        const LF: u64 = u64::from_le_bytes(*b"\n\n[\0\0\0\0\0");
        const CRLF: u64 = u64::from_le_bytes(*b"\r\n\r\n[\0\0\0");
        if self.at >= self.limit() || self.parser.controls.is_some() {
            return None;
        }
        let eight = scan::eight(self.window, self.at);
        let (len, name) = if eight & 0x00FF_FFFF == LF {
            (1, eight >> 24)
        } else if eight & 0x00FF_FFFF_FFFF == CRLF {
            (2, eight >> 40)
        } else {
            return None;
        };
        tag::begins_name(name as u8).then_some(len)
    }

    /// Ends the game and begins the next one, after two line ends of this length.
    fn next_game(&mut self, line_end_len: usize) -> Flow<V> {
        self.skip_to(self.at + line_end_len);
        self.parser.n_line_ends = 1;
        self.end_game(GameEnd::Marker)?;
        if self.ended.is_some() {
            return ControlFlow::Continue(NextState::Go);
        }
        self.skip_to(self.at + line_end_len);
        self.parser.n_line_ends = 2;
        self.begin_game()?;
        self.parser.state = State::Tags;
        ControlFlow::Continue(NextState::Go)
    }

    fn skip_to(&mut self, at: usize) {
        self.token(TokenKind::White, self.at, at);
        self.at = at;
    }

    /// Ends a game after its marker's line, unless more of it follows.
    fn leave_game(&mut self, at: usize) -> Flow<V> {
        let on_line = self.parser.n_line_ends == 0;
        match after_prose(self.window, at, self.last, on_line) {
            None => return ControlFlow::Continue(NextState::NeedMore),
            Some(AfterProse::End | AfterProse::Annotation) => return self.more_of_game(),
            Some(AfterProse::Other) => {}
        }
        self.skip_to(at);
        if is_line_end(self.window[at]) {
            let crlf = self.window[at] == b'\r' && self.window.get(at + 1) == Some(&b'\n');
            self.skip_to(at + 1 + usize::from(crlf));
        }
        self.parser.n_line_ends = u32::from(self.in_column_one(self.at));
        self.end_game(GameEnd::Marker)?;
        ControlFlow::Continue(NextState::Go)
    }

    /// The next element after the marker that belongs to the game.
    fn more_of_game(&mut self) -> Flow<V> {
        if !self.skip_white() {
            if !self.last || self.at < self.window.len() {
                return ControlFlow::Continue(NextState::NeedMore);
            }
            self.end_game(GameEnd::Marker)?;
            self.parser.state = State::Ended;
            return ControlFlow::Continue(NextState::NeedMore);
        }
        let kind = match self.window[self.at] {
            b'{' => CommentKind::Brace,
            b';' => CommentKind::Line,
            b'(' => {
                if self.parenthesized_sign().is_none() {
                    self.diagnose(&fault::LATE_ANNOTATION, self.span(self.at, self.at + 1));
                }
                self.parser.state = State::Movetext;
                let next = self.open_variation()?;
                // It may have been a sign such as `(!)`.
                if self.parser.depth == 0 {
                    self.parser.state = State::AfterMarker;
                }
                return ControlFlow::Continue(next);
            }
            b'$' => {
                self.diagnose(&fault::LATE_ANNOTATION, self.span(self.at, self.at + 1));
                return self.nag();
            }
            b'!' | b'?' => return self.suffix(),
            b'%' => CommentKind::Escape,
            _ if late_symbol_end(self.window, self.at) > self.at => {
                let end = late_symbol_end(self.window, self.at);
                self.diagnose(&fault::LATE_ANNOTATION, self.span(self.at, end));
                return self.symbol(end);
            }
            _ => CommentKind::Escape,
        };
        let next = self.take_prose(kind)?;
        self.parser.n_line_ends = 1;
        ControlFlow::Continue(next)
    }
}

/// Whether a game can begin at `at`, where no tag pair and no comment begins.
///
/// Prose must not become a game: a word must have the shape of a move, a number must have one
/// after it, a marker must be alone on its line or have a game after it.
pub(super) fn game_begins(window: &[u8], at: usize) -> bool {
    let mut at = at;
    while window.get(at) == Some(&b'(') {
        at = skip_blanks(window, at + 1);
    }
    let Some(&byte) = window.get(at) else { return false };
    match class(byte) {
        Class::Star => marker_begins(window, at + 1),
        Class::Digit => {
            let end = word::word_end(window, at);
            let text = &window[at..end];
            if word::marker(text).or_else(|| word::odd_marker(text)).is_some() {
                return marker_begins(window, end);
            }
            if !text.iter().all(u8::is_ascii_digit) {
                return word::move_shaped(text);
            }
            number_begins(window, end)
        }
        Class::Letter | Class::Wordy | Class::High => {
            let text = &window[at..word::word_end(window, at)];
            word::move_shaped(text)
                || word::odd_marker(text).is_some()
                || (word::is_slip(text) && only_moves_follow(window, at))
        }
        Class::Dollar => window.get(at + 1).is_some_and(u8::is_ascii_digit),
        _ => false,
    }
}

fn marker_begins(window: &[u8], end: usize) -> bool {
    let at = skip_blanks(window, end);
    match window.get(at) {
        None => true,
        Some(&byte) if is_line_end(byte) || byte < 32 => true,
        Some(b'[' | b'{' | b';') => true,
        Some(b'$') => window.get(at + 1).is_some_and(u8::is_ascii_digit),
        Some(byte) if byte.is_ascii_digit() => true,
        Some(_) => word::move_shaped(&window[at..word::word_end(window, at)]),
    }
}

/// How far a period or a move may be after the number it belongs to, in bytes.
const NUMBER_GAP_BYTES: usize = 16;

/// The maximum number of consecutive numbers at the beginning of a game.
const N_NUMBERS: usize = 8;

/// Whether a number that ends at `end` is a move number: followed by periods or white space,
/// perhaps more numbers, and then a token of movetext.
fn number_begins(window: &[u8], end: usize) -> bool {
    let mut end = end;
    for _ in 0..N_NUMBERS {
        let dots = skip_gap(window, end);
        let period_len = |at: usize| match window.get(at) {
            Some(b'.') => 1,
            Some(128..) => word::foreign_period_len(window, at),
            _ => 0,
        };
        let has_period = period_len(dots) > 0;
        let mut at = dots;
        while period_len(at) > 0 && at < dots + NUMBER_GAP_BYTES {
            at = skip_gap(window, at + period_len(at));
        }
        match window.get(at) {
            None => return has_period,
            Some(b'{' | b';' | b'$' | b'(' | b'*') => return true,
            Some(b'%') => return is_line_end(window[at - 1]),
            Some(_) => {}
        }
        let word_end = word::word_end(window, at);
        let text = &window[at..word_end];
        if !text.first().is_some_and(u8::is_ascii_digit) {
            return word::move_shaped(text)
                || (has_period && moves_follow(window, at))
                || (word::is_slip(text) && only_moves_follow(window, at));
        }
        if has_period || word::move_shaped(text) || word::marker(text).is_some() {
            return true;
        }
        if !text.iter().all(u8::is_ascii_digit) {
            return false;
        }
        end = word_end;
    }
    false
}

/// How many words are looked at to see whether a line is movetext.
const N_WORDS: usize = 12;

/// Whether movetext begins at `at`, after a move number, with a word that is not a move: at most
/// two words follow each number, and one of them is meant as a move, or a marker ends them.
fn moves_follow(window: &[u8], at: usize) -> bool {
    let (mut at, mut n_since_number) = (at, 0);
    for _ in 0..N_WORDS {
        let end = word::word_end(window, at);
        let text = &window[at..end];
        let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        if is_number && window.get(end) == Some(&b'.') {
            n_since_number = 0;
        } else if let Some(end) = marker_end(window, at, text) {
            return n_since_number > 0 && ends_line(window, end);
        } else if word::move_shaped(text)
            || word::looks_like_move(text)
            || word::glued_marker(text).is_some()
        {
            return n_since_number < 2;
        } else {
            n_since_number += 1;
        }
        if n_since_number > 2 || end == at {
            return false;
        }
        let Some(next) = next_word(window, end) else { return false };
        at = next;
    }
    false
}

/// Whether all words from `at` on are moves, slips and numbers, until a marker ends the line or
/// [`N_WORDS`] of them were seen: movetext without periods or without numbers.
fn only_moves_follow(window: &[u8], at: usize) -> bool {
    let (mut at, mut n_moves) = (at, 0);
    for _ in 0..N_WORDS {
        let end = word::word_end(window, at);
        let text = &window[at..end];
        if let Some(end) = marker_end(window, at, text) {
            return n_moves > 0 && ends_line(window, end);
        }
        let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        n_moves += u32::from(word::move_shaped(text));
        if !is_number && !word::move_shaped(text) && !word::is_slip(text) {
            return false;
        }
        let Some(next) = next_word(window, end) else { return false };
        at = next;
    }
    n_moves > 3
}

/// The next word after one that ends at `end`: periods, suffixes and one line end may be between,
/// an empty line may not.
fn next_word(window: &[u8], end: usize) -> Option<usize> {
    let (mut at, mut n_line_ends) = (end, 0);
    while let Some(byte) = window.get(at)
        && (matches!(byte, b'.' | b'!' | b'?') || *byte <= b' ')
    {
        n_line_ends += u32::from(*byte == b'\n');
        at += 1;
    }
    (n_line_ends <= 1).then_some(at)
}

/// The end of the termination marker that the word `text` at `at` is or begins.
fn marker_end(window: &[u8], at: usize, text: &[u8]) -> Option<usize> {
    if window.get(at) == Some(&b'*') {
        return Some(at + 1);
    }
    let spaced = word::spaced_marker(window, at).map(|(_, end)| end);
    let is_whole = word::marker(text).or_else(|| word::odd_marker(text)).is_some();
    spaced.or(is_whole.then_some(at + text.len()))
}

/// Whether only what belongs to a game comes after its marker on the line: `1. Ash 1-0 Birch` is a
/// pairing.
fn ends_line(window: &[u8], at: usize) -> bool {
    let next = window.get(skip_blanks(window, at));
    next.is_none_or(|byte| is_line_end(*byte) || b"{;($!?[".contains(byte))
}

/// Skips some white space, and characters that lax reading treats as white space.
fn skip_gap(window: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < from + NUMBER_GAP_BYTES {
        let len = match window.get(at) {
            Some(0..=32 | 127) => 1,
            Some(_) => word::foreign_space_len(window, at),
            None => break,
        };
        if len == 0 {
            break;
        }
        at += len;
    }
    at
}
