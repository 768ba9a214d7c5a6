//! The referee as a visitor of parser events.
//!
//! Standard: §8.2. Decisions: D-22, D-30, D-31, D-33.

use core::ops::ControlFlow;

use super::{GameListener, Line, Referee, UnplayedTail, WaitingLine};
use crate::fault;
use crate::read::note::{Detail, Note, NoteSink};
use crate::read::suffix;
use crate::tag::Outcome;
use pgn_syntax::{
    Diagnostic, GameEnd, GameStart, Part, RawComment, RawMarker, RawNag, RawNumber, RawSuffix,
    RawSymbol, RawTag, Skip, Span, Visitor,
};

const GO: ControlFlow<()> = ControlFlow::Continue(());

impl<F: GameListener, S: NoteSink> Referee<F, S> {
    #[inline(always)]
    fn go_on(&self) -> ControlFlow<()> {
        if self.listener.wants_more() { GO } else { ControlFlow::Break(()) }
    }

    /// Reads the words that were kept back: the game continues.
    #[inline]
    fn release_held(&mut self) {
        if self.line == Line::Held {
            self.release();
        }
    }

    /// The marker that ends the game.
    pub(super) fn end_with_marker(&mut self, outcome: Outcome, span: Span) {
        if self.is_checked {
            self.check_number(self.position.fullmove());
        }
        self.marker = Some(outcome);
        self.end_unplayed(Span::default());
        self.marker_span = span;
        self.listener.marker(outcome, span);
    }

    /// Takes a number in a line that is not live; not if it makes the line live again.
    #[inline(never)]
    fn takes_number(&mut self, number: RawNumber) -> bool {
        if self.line == Line::Held {
            self.release();
        }
        let is_unplayed = self.line != Line::Live;
        if is_unplayed {
            self.number_in_unplayed(number);
        }
        is_unplayed
    }

    /// A comment in a line that is not live, or with other characters than ASCII.
    #[inline(never)]
    fn odd_comment(&mut self, comment: RawComment<'_>) -> ControlFlow<()> {
        if self.line == Line::Held {
            self.comment_after_held(comment);
            return GO;
        }
        if !comment.is_ascii {
            let opener = u32::from(comment.part.begins());
            let start = comment.span.start.saturating_add(opener);
            self.note_bytes(comment.text, start, comment.part);
        }
        self.number_is_near = false;
        self.after_move = false;
        match self.line {
            Line::Unplayed(_) => {
                self.after_kings(None);
                if comment.part.begins() {
                    self.listener.unplayed(b"{", comment.span);
                }
                self.listener.unplayed(comment.text, Span::at(comment.span.start));
                if comment.part.ends() {
                    self.listener.unplayed(b"}", Span::at(comment.span.start));
                }
            }
            Line::Live | Line::Held => self.listener.comment(comment),
        }
        self.go_on()
    }
}

impl<F: GameListener, S: NoteSink> Visitor for Referee<F, S> {
    /// The follower stops.
    type Break = ();

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        if self.line != Line::Held || !self.is_marker_held(&diagnostic) {
            self.notes.note(Note { diagnostic, detail: Detail::None });
        }
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.notes.outside(start, diagnostic);
    }

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<(), Skip> {
        self.tags.clear();
        self.lost_word = None;
        self.enter(Line::Live);
        self.waiting.clear();
        self.end_of_board = None;
        self.depth = 0;
        self.after_move = false;
        self.number = None;
        self.marker = None;
        self.marker_span = Span::default();
        self.bytes.clear();
        self.last = None;
        self.said_letters = false;
        self.listener.begin_game(start);
        ControlFlow::Continue(Skip::Enter)
    }

    #[inline]
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        self.note_tag_name(&tag);
        if !tag.is_ascii {
            self.note_bytes(tag.value, tag.value_span.start, Part::Whole);
        }
        self.remember_tag(&tag);
        self.listener.tag(&tag);
        GO
    }

    fn malformed_tag(&mut self, text: &[u8], span: Span) -> ControlFlow<()> {
        self.release_held();
        match self.line {
            Line::Live => {
                self.number_is_near = false;
                self.listener.malformed_tag(text, span);
            }
            Line::Unplayed(_) | Line::Held => {
                self.after_kings(None);
                self.listener.unplayed(text, span);
            }
        }
        GO
    }

    fn begin_movetext(&mut self) -> ControlFlow<(), Skip> {
        let start = self.tags.start().resolve();
        self.note_start(&start);
        self.is_checked = start.position.is_some();
        self.enter(Line::Live);
        self.position = start.position.unwrap_or_default();
        let skip = self.listener.begin_movetext(&start);
        self.go_on().map_continue(|()| skip)
    }

    #[inline]
    fn number(&mut self, number: RawNumber) -> ControlFlow<()> {
        if self.line != Line::Live && self.takes_number(number) {
            return GO;
        }
        self.number_is_near = true;
        self.after_move = false;
        if self.is_checked {
            self.check_number(self.position.fullmove());
        }
        self.number = Some((number.value, number.span));
        GO
    }

    #[inline(always)]
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<()> {
        self.take_symbol(symbol);
        self.go_on()
    }

    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<()> {
        self.release_held();
        if let Line::Unplayed(_) = self.line {
            self.after_kings(None);
            self.listener.unplayed(suffix.text, suffix.span);
            return GO;
        }
        if !suffix.attached || suffix.text.len() > 2 {
            self.note(&fault::ODD_SUFFIX, suffix.span, Detail::None);
        }
        self.number_is_near = false;
        let mut at = suffix.span.start;
        let is_bare = suffix.span.len() as usize == suffix.text.len();
        for (nag, len) in suffix::split_suffix(suffix.text) {
            // Marks in parentheses are at the place of these.
            let end = if is_bare { at + len as u32 } else { suffix.span.end };
            let span = Span::new(at, end);
            self.listener.nag(u32::from(nag.0), span);
            at = span.end;
        }
        GO
    }

    fn nag(&mut self, nag: RawNag) -> ControlFlow<()> {
        self.release_held();
        if let Line::Unplayed(_) = self.line {
            self.after_kings(None);
            self.listener.unplayed(format!("${}", nag.value).as_bytes(), nag.span);
            return GO;
        }
        match nag.value {
            0 => self.note(&fault::NULL_NAG, nag.span, Detail::None),
            1..=139 => {}
            140..=255 => self.note(&fault::RESERVED_NAG, nag.span, Detail::None),
            _ => self.note(&fault::NAG_OUT_OF_RANGE, nag.span, Detail::None),
        }
        self.number_is_near = false;
        self.listener.nag(nag.value, nag.span);
        GO
    }

    #[inline]
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<()> {
        if self.line != Line::Live || !comment.is_ascii {
            return self.odd_comment(comment);
        }
        self.number_is_near = false;
        self.after_move = false;
        self.listener.comment(comment);
        self.go_on()
    }

    fn reserved(&mut self, text: &[u8], span: Span) -> ControlFlow<()> {
        self.release_held();
        match self.line {
            Line::Live => {
                self.number_is_near = false;
                self.listener.reserved(text, span);
            }
            Line::Unplayed(_) | Line::Held => {
                self.after_kings(None);
                self.listener.unplayed(text, span);
            }
        }
        GO
    }

    fn begin_variation(&mut self, span: Span) -> ControlFlow<(), Skip> {
        self.release_held();
        if let Line::Unplayed(_) = self.line {
            self.depth += 1;
            self.after_kings(None);
            self.listener.unplayed(b"(", span);
            return ControlFlow::Continue(F::VARIATIONS);
        }
        let Some(mv) = self.last.take() else {
            self.note(&fault::VARIATION_WITHOUT_MOVE, span, Detail::None);
            self.depth += 1;
            self.begin_unplayed(UnplayedTail::Variation, span);
            return ControlFlow::Continue(F::VARIATIONS);
        };
        self.position.take_back(mv, self.undo);
        self.waiting.push(WaitingLine { before: self.position, mv });
        self.depth += 1;
        self.after_move = false;
        self.number = None;
        self.listener.begin_variation(span);
        ControlFlow::Continue(F::VARIATIONS)
    }

    fn end_variation(&mut self, span: Span) -> ControlFlow<()> {
        self.release_held();
        let ends_unplayed = self.line == Line::Unplayed(self.depth);
        if let Line::Unplayed(_) = self.line
            && !ends_unplayed
        {
            self.depth -= 1;
            self.listener.unplayed(b")", span);
            return GO;
        }
        let was_variation = self.waiting.len() == self.depth as usize;
        self.end_unplayed(if was_variation { Span::default() } else { span });
        self.depth -= 1;
        self.number = None;
        self.after_move = false;
        if !was_variation {
            return GO;
        }
        if self.last.is_none() && !ends_unplayed {
            self.note(&fault::EMPTY_VARIATION, span, Detail::None);
        }
        if let Some(line) = self.waiting.pop() {
            // Played again rather than kept: a level of nesting costs one position, not two.
            self.position = line.before;
            self.last = Some(line.mv);
            self.undo = self.position.play_undoable(line.mv);
        }
        self.listener.end_variation(span);
        GO
    }

    fn marker(&mut self, marker: RawMarker) -> ControlFlow<()> {
        let mut outcome = Outcome::from(marker.marker);
        if marker.in_variation {
            match self.line {
                Line::Live | Line::Held => self.listener.inner_marker(outcome, marker.span),
                Line::Unplayed(_) => self.listener.unplayed(outcome.name().as_bytes(), marker.span),
            }
            return GO;
        }
        if self.line == Line::Held {
            outcome = self.marker_after_held(outcome);
        }
        self.end_with_marker(outcome, marker.span);
        GO
    }

    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<()> {
        if self.line == Line::Held {
            self.accept_held();
        }
        self.end_unplayed(Span::default());
        if how == GameEnd::NoGame {
            self.listener.end_game(Outcome::Unknown, how, end);
            return GO;
        }
        self.note_encoding();
        let outcome = self.settle();
        self.listener.end_game(outcome, how, end);
        GO
    }
}
