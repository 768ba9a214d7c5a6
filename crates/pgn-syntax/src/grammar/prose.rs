//! Comments and escape lines in the grammar: whole, or in parts if they are long.
//!
//! Standard: §5, §6. Decisions: D-08, D-09.

use super::{Before, Feed, Flow, Mute, NextState, emit};
use crate::diagnostic::fault;
use crate::lexer::prose::{Found, scan_brace, scan_line, trimmed_end};
use crate::lexer::scan::{self, PlainComment};
use crate::lexer::{Class, class, holds_control, holds_line_end};
use crate::limits::WORD_BYTES_MAX;
use crate::step::{CommentKind, Part, RawComment, Visitor};
use crate::token::TokenKind;
use core::ops::ControlFlow;

impl<V: Visitor + ?Sized> Feed<'_, V> {
    /// Takes the comment or escape line that begins at `self.at`.
    #[inline]
    pub(super) fn take_prose(&mut self, kind: CommentKind) -> Flow<V> {
        let start = self.at + 1;
        match kind {
            CommentKind::Brace => match scan::plain_comment(self.window, start) {
                // A backslash may make text of the brace.
                Some(comment) if self.window[comment.close - 1] != b'\\' => {
                    self.plain_brace(start, comment)
                }
                Some(_) | None => self.prose(kind, start, true),
            },
            CommentKind::Line | CommentKind::Escape => self.prose(kind, start, true),
        }
    }

    /// Passes on a comment that has no diagnostics.
    #[inline]
    fn plain_brace(&mut self, start: usize, comment: PlainComment) -> Flow<V> {
        let PlainComment { close, is_ascii, has_line_end } = comment;
        let text = &self.window[start..close];
        let span = self.take(TokenKind::BraceComment, close + 1);
        if self.parser.before != Before::Number {
            self.parser.before = Before::Other;
        }
        let (kind, part) = (CommentKind::Brace, Part::Whole);
        emit!(self.comment(RawComment { text, kind, part, is_ascii, has_line_end, span }));
        ControlFlow::Continue(NextState::Go)
    }

    /// Takes the next part of a long one.
    pub(super) fn prose_goes_on(&mut self) -> Flow<V> {
        match self.parser.prose {
            Some(kind) => self.prose(kind, self.at, false),
            None => ControlFlow::Continue(NextState::Go),
        }
    }

    /// Passes on the text from `start` to the end of the comment or of the part.
    fn prose(&mut self, kind: CommentKind, start: usize, first: bool) -> Flow<V> {
        let mut tag_line = None;
        let found = match kind {
            CommentKind::Brace => scan_brace(self.window, start, self.last, &mut tag_line),
            CommentKind::Line | CommentKind::Escape => scan_line(self.window, start, self.last),
        };
        let (content, end, part) = match found {
            Found::NeedMore => return ControlFlow::Continue(NextState::NeedMore),
            Found::Part(end) => (end, end, if first { Part::First } else { Part::Middle }),
            Found::End { content, end } => {
                (content, end, if first { Part::Whole } else { Part::Last })
            }
            Found::Open(end) => {
                let content = trimmed_end(self.window, start, end);
                (content, content, if first { Part::Whole } else { Part::Last })
            }
        };
        let text = &self.window[start..content];
        if let Some(at) = tag_line {
            let span =
                self.span(at, crate::lexer::line_end(&self.window[..content], at.min(content)));
            self.diagnose(&fault::TAG_IN_COMMENT, span);
        }
        if kind != CommentKind::Escape && holds_control(text) {
            self.diagnose_control(start, content);
        }
        let token = match kind {
            CommentKind::Brace => TokenKind::BraceComment,
            CommentKind::Line => TokenKind::LineComment,
            CommentKind::Escape => TokenKind::Escape,
        };
        // The last part of a long comment may consist only of white space.
        let span = if end > self.at { self.take(token, end) } else { self.span(end, end) };
        // A comment may be between a number and its periods, as between any two tokens.
        if self.parser.before != Before::Number {
            self.parser.before = Before::Other;
        }
        self.parser.prose = if part.ends() { None } else { Some(kind) };
        if matches!(found, Found::Open(_)) {
            self.diagnose(&fault::UNCLOSED_COMMENT, span);
        }
        let (is_ascii, has_line_end) = (text.is_ascii(), holds_line_end(text));
        emit!(self.comment(RawComment { text, kind, part, is_ascii, has_line_end, span }));
        ControlFlow::Continue(NextState::Go)
    }

    /// Reports the first control code of a text that contains one.
    pub(super) fn diagnose_control(&mut self, start: usize, end: usize) {
        let at = (start..end).find(|&at| class(self.window[at]) == Class::Control).unwrap_or(start);
        let fault = if self.window[at] == 127 {
            &fault::UNUSED_CHARACTER
        } else {
            &fault::CONTROL_CHARACTER
        };
        let span = self.span(at, at + 1);
        self.diagnose(fault, span);
    }

    /// Ends a comment that is in the middle of its parts.
    pub(super) fn end_prose(&mut self) -> ControlFlow<V::Break> {
        if let Some(kind) = self.parser.prose.take() {
            let span = self.span(self.at, self.at);
            emit!(self.comment(RawComment {
                text: &[],
                kind,
                part: Part::Last,
                is_ascii: true,
                has_line_end: false,
                span
            }));
        }
        ControlFlow::Continue(())
    }

    /// Passes over a word that is too long to be one.
    pub(super) fn take_long_word(&mut self) -> NextState {
        self.parser.long_word = Some(self.base + self.at as u64);
        NextState::Go
    }

    /// Passes over more of it.
    pub(super) fn word_goes_on(&mut self) -> NextState {
        let Some(start) = self.parser.long_word else { return NextState::Go };
        let from = self.at;
        let ends = |byte: u8| {
            !matches!(class(byte), Class::Letter | Class::Digit | Class::Wordy | Class::High)
        };
        let len = self.window[from..].iter().position(|&byte| ends(byte));
        let to = len.map_or(self.window.len(), |len| from + len);
        if to > from {
            self.take(TokenKind::Unknown, to);
        }
        if len.is_none() && !self.last {
            return NextState::NeedMore;
        }
        debug_assert!(self.base + to as u64 - start > WORD_BYTES_MAX as u64);
        self.parser.long_word = None;
        self.parser.before = Before::Other;
        let mut span = self.span(to, to);
        span.start = (start - self.parser.region) as u32;
        self.diagnose(&fault::OVERLONG_SYMBOL, span);
        NextState::Go
    }
}
