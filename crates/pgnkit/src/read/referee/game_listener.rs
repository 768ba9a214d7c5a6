//! Receives the events of a game from the referee.
//!
//! Standard: §8.2. Decisions: D-30, D-33.

use crate::game::Start;
use crate::tag::Outcome;
use pgn_chess::notation::san::Spelling;
use pgn_chess::{Move, Position, Undo};
use pgn_syntax::{GameEnd, GameStart, RawComment, RawSymbol, RawTag, Skip, Span};

/// Why the rest of a line could not be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnplayedTail {
    /// From a move that cannot be played to the end of its line (D-33).
    Unplayable,
    /// A variation with no move before it to replace (D-30).
    Variation,
}

/// A move that was played.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a> {
    /// The move; [`Move::NULL`] for a null move.
    pub mv: Move,
    /// The position after it.
    pub after: &'a Position,
    /// Its text.
    pub symbol: RawSymbol<'a>,
    /// The parts of the text beyond the move, except its mark, if it is canonical.
    pub(super) said: Option<Spelling>,
    pub(super) undo: &'a Undo,
}

impl Played<'_> {
    /// The position before the move. Cost: a copy, and undoing the move.
    #[must_use]
    pub fn before(&self) -> Position {
        let mut before = *self.after;
        before.take_back(self.mv, *self.undo);
        before
    }

    /// Whether the text is canonical SAN, apart from its check mark: the letter, origin and capture
    /// sign are as in the standard (§8.2.3).
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.said.is_some()
    }

    /// The spelling of the move in canonical SAN, including its mark. Cost: a test for check, and,
    /// only if the text is not canonical, the position before the move.
    #[must_use]
    #[inline]
    pub fn spelling(&self) -> Spelling {
        let unmarked = match self.said {
            Some(said) => said,
            None => Spelling::unmarked(&self.before(), self.mv),
        };
        unmarked.marked(self.after)
    }
}

/// Receives the events of a game from the referee. Every method has a default that does nothing.
#[allow(unused_variables, reason = "the defaults do nothing")]
pub trait GameListener {
    /// Whether the moves of variations are reported. If not, variations are reported without
    /// contents.
    const VARIATIONS: Skip = Skip::Enter;

    /// Whether the rest of the game can bring anything new: if not, reading stops. Asked after each
    /// tag section, symbol and comment.
    fn wants_more(&self) -> bool {
        true
    }
    /// A game begins.
    fn begin_game(&mut self, start: GameStart) {}
    /// A tag pair.
    fn tag(&mut self, tag: &RawTag<'_>) {}
    /// The move that was just played is illegal, and is kept; `span` is that of its text.
    fn kept_illegal(&mut self, span: Span) {}
    /// Brackets without a tag pair.
    fn malformed_tag(&mut self, text: &[u8], span: Span) {}
    /// The tags are over; this is where the game starts.
    fn begin_movetext(&mut self, start: &Start) -> Skip {
        Skip::Enter
    }
    /// A move was played.
    fn played(&mut self, played: Played<'_>) {}
    /// A symbol in a game whose moves are not checked.
    fn unchecked(&mut self, symbol: RawSymbol<'_>) {}
    /// A NAG, from `$n`, a suffix or a symbol; `u32::MAX` if the number does not fit.
    fn nag(&mut self, nag: u32, span: Span) {}
    /// A comment or escape line, or a part of one.
    fn comment(&mut self, comment: RawComment<'_>) {}
    /// Text that is not a move, in the place of a move.
    fn unreadable(&mut self, text: &[u8], span: Span) {}
    /// `<…>`.
    fn reserved(&mut self, text: &[u8], span: Span) {}
    /// A variation begins; the next move replaces the last one.
    fn begin_variation(&mut self, span: Span) {}
    /// The variation is over.
    fn end_variation(&mut self, span: Span) {}
    /// A termination marker inside a variation.
    fn inner_marker(&mut self, outcome: Outcome, span: Span) {}
    /// The rest of this line is text; it begins at `span`, the `(` of a variation that cannot
    /// be played or the text of the move.
    fn begin_unplayed(&mut self, tail: UnplayedTail, span: Span) {}
    /// A piece of that text, unchanged.
    fn unplayed(&mut self, text: &[u8], span: Span) {}
    /// The text is over, and with it the line; `span` is the `)` of a variation that cannot be
    /// played, else empty.
    fn end_unplayed(&mut self, span: Span) {}
    /// The marker that ends the game.
    fn marker(&mut self, outcome: Outcome, span: Span) {}
    /// The game is over, and this is its outcome.
    fn end_game(&mut self, outcome: Outcome, how: GameEnd, end: u32) {}
}

impl GameListener for () {}
