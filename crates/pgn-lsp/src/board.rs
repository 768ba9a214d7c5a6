//! The board at a place in a game's text.

use std::ops::{ControlFlow, Range};

use pgnkit::chess::notation::san::SanOptions;
use pgnkit::game::Start;
use pgnkit::read::{GameListener, Played, Referee, UnplayedTail};
use pgnkit::syntax::{
    GameEnd, GameStart, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol, RawTag,
    Skip, Span, Visitor,
};
use pgnkit::{Color, Position};

use crate::document::Piece;

/// The position after the moves of its line that are before a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoardAt {
    pub(crate) position: Position,
    /// A move before the place cannot be played, and the position is the one before it.
    pub(crate) is_stuck: bool,
    /// The last move of the line as the index of its node in the game's tree; 0 at the start.
    pub(crate) node: u32,
}

/// The board at an offset of a piece. `None` if the game's rules or start are unknown, or the place
/// is not in movetext.
pub(crate) fn board_at(piece: &Piece, offset: usize, lax: SanOptions) -> Option<BoardAt> {
    let mut reader = BoardReader::new(offset, lax);
    let is_before_end = piece.region().visit_dyn(&mut reader).is_break();
    let BoardReader { referee, tags_end, .. } = reader;
    let Line { is_known, is_stuck, is_over, node, .. } = referee.listener;
    let is_here = is_known && offset >= tags_end && (is_before_end || !is_over);
    is_here.then(|| BoardAt { position: *referee.position(), is_stuck, node })
}

/// A move that was played.
#[derive(Debug, Clone)]
pub(crate) struct PlayedMove {
    /// Where it is in its piece.
    pub(crate) part: Range<usize>,
    /// The move number, and the side that moved.
    pub(crate) number: u32,
    pub(crate) color: Color,
    pub(crate) is_in_variation: bool,
    /// The position after it.
    pub(crate) after: Position,
}

/// All moves of a piece that can be played, in order.
pub(crate) fn played_moves(piece: &Piece, lax: SanOptions) -> Vec<PlayedMove> {
    let mut reader = BoardReader::new(usize::MAX, lax);
    reader.referee.listener.moves = Some(Vec::new());
    let _ = piece.region().visit_dyn(&mut reader);
    reader.referee.listener.moves.unwrap_or_default()
}

#[derive(Debug, Default)]
struct Line {
    is_known: bool,
    is_stuck: bool,
    is_over: bool,
    /// Where the game begins in its piece.
    base: usize,
    /// The nodes of the game's tree so far: its moves and the heads of its variations.
    n_nodes: u32,
    /// The last move of the line and the one before it.
    node: u32,
    previous: u32,
    /// The same for the lines around it.
    outer: Vec<(u32, u32)>,
    /// The moves, if needed.
    moves: Option<Vec<PlayedMove>>,
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

    fn played(&mut self, played: Played<'_>) {
        self.is_stuck = false;
        self.n_nodes += 1;
        (self.previous, self.node) = (self.node, self.n_nodes);
        let Some(moves) = &mut self.moves else { return };
        let Span { start, end } = played.symbol.span;
        let (after, color) = (*played.after, !played.after.turn());
        let number = after.fullmove() - u32::from(color == Color::Black);
        let part = self.base + start as usize..self.base + end as usize;
        let is_in_variation = !self.outer.is_empty();
        moves.push(PlayedMove { part, number, color, is_in_variation, after });
    }

    fn begin_variation(&mut self, _: Span) {
        self.n_nodes += 1;
        self.outer.push((self.node, self.previous));
        self.node = self.previous;
    }

    fn end_variation(&mut self, _: Span) {
        (self.node, self.previous) = self.outer.pop().unwrap_or_default();
    }
}

/// Reads movetext up to an offset.
struct BoardReader {
    referee: Referee<Line, ()>,
    tags_end: usize,
    offset: usize,
}

impl BoardReader {
    fn new(offset: usize, lax: SanOptions) -> BoardReader {
        let referee = Referee::new(Line::default(), ()).lax(lax);
        BoardReader { referee, tags_end: 0, offset }
    }

    fn base(&self) -> usize {
        self.referee.listener.base
    }

    /// Stops before what begins at the offset or after it.
    fn pass(&self, span: Span) -> ControlFlow<()> {
        match self.base() + span.start as usize >= self.offset {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Visitor for BoardReader {
    type Break = ();

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<(), Skip> {
        self.referee.listener.base = start.0 as usize;
        self.referee.begin_game(start)
    }

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        self.tags_end = self.base() + tag.span.end as usize;
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
