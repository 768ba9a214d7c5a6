//! Words at the end of a game that may state its result: `0-0`, `+/-`, `draw`, `White wins`.
//!
//! Standard: §8.2.6. Decisions: D-07, D-74.

use super::{GameListener, Line, Referee};
use crate::fault;
use crate::read::note::{Detail, NoteSink};
use crate::tag::Outcome;
use pgn_syntax::{CommentKind, Diagnostic, Part, RawComment, RawSymbol, Span, Visitor, result};

/// The most bytes of comments that wait for the end of a game.
const HELD_BYTES_MAX: usize = 4096;

/// Something that was read and waits until it is known whether the game ends there.
#[derive(Debug)]
enum HeldItem {
    Word(Box<[u8]>, Span),
    Comment { text: Box<[u8]>, kind: CommentKind, span: Span },
}

/// The words that may be the result, and the comments after them.
#[derive(Debug, Default)]
pub(super) struct Held {
    items: Vec<HeldItem>,
    /// The words, with blanks between.
    text: Vec<u8>,
    n_bytes: usize,
    has_comment: bool,
    /// It is a move or an assessment if a marker follows.
    may_be_else: bool,
}

impl Held {
    fn outcome(&self) -> Option<Outcome> {
        result::read(&self.text).map(|read| read.marker.into())
    }

    /// The place of the words.
    fn span(&self) -> Span {
        let mut words = self.items.iter().filter_map(|item| match item {
            HeldItem::Word(_, span) => Some(*span),
            HeldItem::Comment { .. } => None,
        });
        let first = words.next().unwrap_or_default();
        words.fold(first, Span::cover)
    }
}

impl<F: GameListener, S: NoteSink> Referee<F, S> {
    /// Keeps back a word that may be the result; returns whether it did. Signs and `0-0` are kept
    /// back only if the Result tag has the same result, or in a game without moves.
    #[cold]
    pub(super) fn hold(&mut self, symbol: RawSymbol<'_>) -> bool {
        if self.depth > 0 || self.marker.is_some() || !result::may_state(symbol.text) {
            return false;
        }
        let stated: Option<Outcome> = result::read(symbol.text).map(|read| read.marker.into());
        let is_word = symbol.text.iter().any(u8::is_ascii_alphabetic);
        let may_be_else = !is_word && self.may_be_else(symbol.text);
        let may_be = match stated {
            Some(_) if is_word => true,
            Some(stated) => {
                let tagged = self.tags.result.and_then(|tag| tag.outcome);
                // `+-` with the tag `1-0` is an assessment.
                let is_tagged = tagged.is_some_and(|tag| {
                    tag == stated || tag.half_points() == stated.half_points() && !tag.is_decisive()
                });
                self.number.is_none() && (is_tagged || self.last.is_none() && !may_be_else)
            }
            None => is_word && result::may_begin(symbol.text),
        };
        if may_be {
            self.held.may_be_else = may_be_else;
            self.enter(Line::Held);
            self.hold_word(symbol);
        }
        may_be
    }

    /// Whether a text without letters is castling, or an assessment of the move before it.
    fn may_be_else(&self, text: &[u8]) -> bool {
        match text[0] {
            b'0' => self.is_checked && self.resolve(text).is_ok(),
            _ => self.last.is_some(),
        }
    }

    fn hold_word(&mut self, symbol: RawSymbol<'_>) {
        if !self.held.text.is_empty() {
            self.held.text.push(b' ');
        }
        self.held.text.extend_from_slice(symbol.text);
        self.held.items.push(HeldItem::Word(symbol.text.into(), symbol.span));
    }

    /// A word after such words: another one, or the proof that they were not a result.
    pub(super) fn symbol_after_held(&mut self, symbol: RawSymbol<'_>) {
        let mut longer = self.held.text.clone();
        longer.push(b' ');
        longer.extend_from_slice(symbol.text);
        let is_word = !self.held.has_comment && symbol.text[0].is_ascii_alphabetic();
        if is_word && result::read(&longer).is_some() {
            return self.hold_word(symbol);
        }
        self.release();
        let _ = self.symbol(symbol);
    }

    /// A comment after such words waits with them.
    pub(super) fn comment_after_held(&mut self, comment: RawComment<'_>) {
        let RawComment { text, kind, span, .. } = comment;
        self.held.n_bytes += text.len();
        if comment.part != Part::Whole || self.held.n_bytes > HELD_BYTES_MAX {
            self.release();
            let _ = self.comment(comment);
            return;
        }
        self.held.has_comment = true;
        self.held.items.push(HeldItem::Comment { text: text.into(), kind, span });
    }

    /// The game continues: words that were kept back are read as usual.
    #[cold]
    pub(super) fn release(&mut self) {
        self.enter(Line::Live);
        for item in self.let_go() {
            match item {
                HeldItem::Word(text, span) => {
                    let symbol = RawSymbol::new(&text, span);
                    match self.line {
                        Line::Live => self.take_live_symbol(symbol),
                        Line::Unplayed(_) | Line::Held => self.listener.unplayed(&text, span),
                    }
                }
                HeldItem::Comment { text, kind, span } => self.report_comment(&text, kind, span),
            }
        }
    }

    /// The game has ended: the words are its result, if they are one.
    pub(super) fn accept_held(&mut self) {
        let Some(outcome) = self.held.outcome() else { return self.release() };
        let span = self.held.span();
        self.enter(Line::Live);
        let items = self.let_go();
        self.note(&pgn_syntax::diagnostic::fault::ODD_MARKER, span, Detail::None);
        self.end_with_marker(outcome, span);
        self.report_held_comments(items);
    }

    /// A marker comes after the words: they repeat it, or are not a result. Returns the outcome of
    /// the game.
    pub(super) fn marker_after_held(&mut self, marker: Outcome) -> Outcome {
        let agrees = |stated: &Outcome| {
            stated.half_points() == marker.half_points() || stated.marker() == marker.name()
        };
        let stated = self.held.outcome().filter(agrees).filter(|_| !self.held.may_be_else);
        let Some(stated) = stated else {
            self.release();
            return marker;
        };
        let span = self.held.span();
        self.enter(Line::Live);
        let items = self.let_go();
        self.note(&fault::REPEATED_RESULT, span, Detail::None);
        self.report_held_comments(items);
        if marker.is_standard() { stated } else { marker }
    }

    fn report_held_comments(&mut self, items: Vec<HeldItem>) {
        for item in items {
            if let HeldItem::Comment { text, kind, span } = item {
                self.report_comment(&text, kind, span);
            }
        }
    }

    fn report_comment(&mut self, text: &[u8], kind: CommentKind, span: Span) {
        let has_line_end = text.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        let is_ascii = text.is_ascii();
        let part = Part::Whole;
        let _ = self.comment(RawComment { text, kind, part, is_ascii, has_line_end, span });
    }

    fn let_go(&mut self) -> Vec<HeldItem> {
        self.held.text.clear();
        self.held.n_bytes = 0;
        self.held.has_comment = false;
        core::mem::take(&mut self.held.items)
    }

    /// Whether a diagnostic reports the missing marker, although words state the result.
    pub(super) fn is_marker_held(&self, diagnostic: &Diagnostic) -> bool {
        self.line == Line::Held
            && diagnostic.code == pgn_syntax::diagnostic::fault::MISSING_MARKER.code
            && self.held.outcome().is_some()
    }
}
