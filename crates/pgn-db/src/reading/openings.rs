//! The openings that the moves of games reach (D-33): found while the moves are read for something
//! else, or by reading as many moves as openings have.

use pgn_query::facts::{Fact, GameView, Openings};
use pgnkit::game::{Start, Tags};
use pgnkit::opening::{Opening, OpeningFinder, OpeningReader, Table};
use pgnkit::read::{GameListener, LanguageChoice, Played, UnplayedTail};
use pgnkit::syntax::{RawSymbol, Region, Span};

/// The openings that are needed of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningNeeds {
    /// The code.
    pub eco: bool,
    /// The names.
    pub names: bool,
    /// Where they come from.
    pub source: Openings,
}

impl OpeningNeeds {
    /// Whether moves are needed for any game.
    fn may_need_moves(self) -> bool {
        (self.eco || self.names) && self.source != Openings::Tags
    }

    /// Whether the moves of a game are needed, because its tags do not have the opening.
    fn need_moves(self, tags: &Tags) -> bool {
        let view = GameView { openings: self.source, ..GameView::of_tags(tags) };
        self.eco && view.leaves_to_moves(Fact::Eco)
            || self.names && view.leaves_to_moves(Fact::Opening)
    }
}

/// Finds the openings of games: a listener passes on what it hears of their main lines.
#[derive(Clone, Debug, Default)]
pub struct OpeningFollower {
    needs: OpeningNeeds,
    /// For a game whose tags do not have the opening.
    finder: Option<OpeningFinder<'static>>,
}

impl OpeningFollower {
    /// Finds these.
    #[must_use]
    pub fn new(needs: OpeningNeeds) -> OpeningFollower {
        OpeningFollower { needs, finder: None }
    }

    /// Forgets the last game.
    pub fn begin_game(&mut self) {
        self.finder = None;
    }

    /// Begins with the moves of a game that has these tags.
    pub fn begin_movetext(&mut self, start: &Start, tags: &Tags) {
        if self.needs.need_moves(tags) {
            let mut finder = OpeningFinder::new(Table::standard());
            finder.begin_movetext(start);
            self.finder = Some(finder);
        }
    }

    /// A move of the main line.
    #[inline]
    pub fn played(&mut self, played: Played<'_>) {
        if let Some(finder) = &mut self.finder {
            finder.played(played);
        }
    }

    /// A move of the main line that is not checked.
    pub fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        if let Some(finder) = &mut self.finder {
            finder.unchecked(symbol);
        }
    }

    /// The main line has moves that are not played.
    pub fn begin_unplayed(&mut self, tail: UnplayedTail, span: Span) {
        if let Some(finder) = &mut self.finder {
            finder.begin_unplayed(tail, span);
        }
    }

    /// The opening that the moves of the last game reach, if it is needed.
    #[must_use]
    pub fn opening(&self) -> Option<Opening<'static>> {
        self.finder.as_ref()?.found().opening()
    }
}

/// Finds the openings of games whose moves nothing else needs: reads them as far as openings reach.
#[derive(Debug)]
pub struct OpeningLookup {
    needs: OpeningNeeds,
    reader: OpeningReader<'static>,
}

impl OpeningLookup {
    /// Finds these; `None` if tags have all that is needed.
    #[must_use]
    pub fn new(needs: OpeningNeeds) -> Option<OpeningLookup> {
        let reader = || OpeningReader::new(Table::standard());
        needs.may_need_moves().then(|| OpeningLookup { needs, reader: reader() })
    }

    /// The opening that the moves of a game with these tags reach, if it is needed.
    pub fn opening(
        &mut self,
        region: &Region<'_>,
        language: LanguageChoice,
        tags: &Tags,
    ) -> Option<Opening<'static>> {
        if !self.needs.need_moves(tags) {
            return None;
        }
        self.reader.set_letters(language.letters(region, &mut ()));
        self.reader.read(region);
        self.reader.found().opening()
    }
}
