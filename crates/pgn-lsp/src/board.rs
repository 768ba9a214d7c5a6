//! The board at a place in a game's text.

use std::ops::ControlFlow;

use pgnkit::Position;
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::game::Start;
use pgnkit::read::{GameListener, Played, Referee, UnplayedTail};
use pgnkit::syntax::{
    GameEnd, GameStart, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol, RawTag,
    Skip, Span, Visitor,
};

use crate::document::Piece;

/// The position after the moves of its line that are before a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoardAt {
    pub(crate) position: Position,
    /// A move before the place cannot be played, and the position is the one before it.
    pub(crate) is_stuck: bool,
}

/// The board at an offset of a piece. `None` if the game's rules or start are unknown, or the place
/// is not in movetext.
pub(crate) fn board_at(piece: &Piece, offset: usize, lax: SanOptions) -> Option<BoardAt> {
    let referee = Referee::new(Line::default(), ()).lax(lax);
    let mut reader = BoardReader { referee, base: 0, tags_end: 0, offset };
    let is_before_end = piece.region().visit(&mut reader).is_break();
    let BoardReader { referee, tags_end, .. } = reader;
    let Line { is_known, is_stuck, is_over } = referee.listener;
    let is_here = is_known && offset >= tags_end && (is_before_end || !is_over);
    is_here.then(|| BoardAt { position: *referee.position(), is_stuck })
}

#[derive(Debug, Default)]
struct Line {
    is_known: bool,
    is_stuck: bool,
    is_over: bool,
}

impl GameListener for Line {
    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.is_known = start.position.is_some();
        Skip::Enter
    }

    fn unchecked(&mut self, _: RawSymbol<'_>) {
        self.is_known = false;
    }

    fn begin_unplayed(&mut self, _: UnplayedTail, _: Span) {
        self.is_stuck = true;
    }

    fn end_unplayed(&mut self, _: Span) {
        self.is_stuck = false;
    }

    fn played(&mut self, _: Played<'_>) {
        self.is_stuck = false;
    }
}

/// Reads movetext up to an offset.
struct BoardReader {
    referee: Referee<Line, ()>,
    /// Where the game begins in its piece.
    base: usize,
    tags_end: usize,
    offset: usize,
}

impl BoardReader {
    /// Stops before what begins at the offset or after it.
    fn pass(&self, span: Span) -> ControlFlow<()> {
        match self.base + span.start as usize >= self.offset {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Visitor for BoardReader {
    type Break = ();

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<(), Skip> {
        self.base = start.0 as usize;
        self.referee.begin_game(start)
    }

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        self.tags_end = self.base + tag.span.end as usize;
        self.referee.tag(tag)
    }

    fn begin_movetext(&mut self) -> ControlFlow<(), Skip> {
        self.referee.begin_movetext()
    }

    fn number(&mut self, number: RawNumber) -> ControlFlow<()> {
        self.pass(number.span)?;
        self.referee.number(number)
    }

    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<()> {
        self.pass(symbol.span)?;
        self.referee.symbol(symbol)
    }

    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<()> {
        self.pass(suffix.span)?;
        self.referee.suffix(suffix)
    }

    fn nag(&mut self, nag: RawNag) -> ControlFlow<()> {
        self.pass(nag.span)?;
        self.referee.nag(nag)
    }

    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<()> {
        if self.referee.listener.is_known {
            self.pass(comment.span)?;
        }
        self.referee.comment(comment)
    }

    fn begin_variation(&mut self, span: Span) -> ControlFlow<(), Skip> {
        if self.pass(span).is_break() {
            return ControlFlow::Break(());
        }
        self.referee.begin_variation(span)
    }

    fn end_variation(&mut self, span: Span) -> ControlFlow<()> {
        self.pass(span)?;
        self.referee.end_variation(span)
    }

    fn marker(&mut self, marker: RawMarker) -> ControlFlow<()> {
        self.pass(marker.span)?;
        // A marker in a variation does not end the game.
        self.referee.listener.is_over |= !marker.in_variation;
        self.referee.marker(marker)
    }

    // The end of a text that is being written does not end its lines.
    fn end_game(&mut self, _: GameEnd, _: u32) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
