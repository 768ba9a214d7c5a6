//! Finds the opening of a game in its text, and reads no more of it than necessary.
//!
//! Standard: §8.2. Decisions: D-33.

use super::table::{Opening, Table, has_openings};
use crate::game::Start;
use crate::read::{GameListener, Played, Referee, Sniff, UnplayedTail};
use crate::tag::Outcome;
use pgn_chess::notation::letters::Letters;
use pgn_syntax::{GameEnd, GameStart, RawSymbol, Region, Skip, Span};

/// Finds the openings of regions; reads no further than the longest line of the table.
///
/// ```
/// use pgnkit::opening::{OpeningReader, Table};
/// use pgnkit::syntax::Regions;
/// let mut reader = OpeningReader::new(Table::standard());
/// let mut regions = Regions::new(&b"1. e4 c6 2. d4 d5 *"[..]);
/// let region = regions.next_region()?.expect("a game");
/// reader.read(&region);
/// let opening = reader.found().opening().expect("a known line");
/// assert_eq!((opening.name.as_str(), opening.ply), ("Caro-Kann Defense", 4));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct OpeningReader<'t> {
    referee: Box<Referee<OpeningFinder<'t>, Sniff>>,
}

impl<'t> OpeningReader<'t> {
    /// Finds openings of this table.
    #[must_use]
    pub fn new(table: &'t Table) -> OpeningReader<'t> {
        OpeningReader {
            referee: Box::new(Referee::new(OpeningFinder::new(table), Sniff::default())),
        }
    }

    /// Reads the moves of the next game in these letters; `None` is English.
    pub fn set_letters(&mut self, letters: Option<Letters>) {
        self.referee.set_letters(letters);
    }

    /// Reads a region; returns the structure of the part that was read.
    pub fn read(&mut self, region: &Region<'_>) -> Sniff {
        // Text without a game begins none.
        self.referee.listener = OpeningFinder::new(self.referee.listener.table);
        let _ = region.visit(&mut *self.referee);
        std::mem::take(&mut self.referee.notes)
    }

    /// The result for the game that was read last.
    #[must_use]
    pub fn found(&self) -> Found<'t> {
        self.referee.listener.found()
    }

    /// Whether the part that was read has a move that cannot be played: the opening is that of the
    /// moves before it.
    #[doc(hidden)]
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.referee.listener.is_cut_short
    }
}

/// Follows the main line of a game that is played anyway, and finds its opening: a
/// [`GameListener`], alone or in another one that passes on what it hears.
///
/// ```
/// use pgnkit::opening::{OpeningFinder, Table};
/// use pgnkit::read::Referee;
/// use pgnkit::syntax::Regions;
/// let mut referee = Referee::new(OpeningFinder::new(Table::standard()), ());
/// let mut regions = Regions::new(&b"1. e4 c6 2. d4 d5 *"[..]);
/// let region = regions.next_region()?.expect("a game");
/// let _ = region.visit(&mut referee);
/// let opening = referee.listener.found().opening().expect("a known line");
/// assert_eq!(opening.name.as_str(), "Caro-Kann Defense");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// Another listener passes on what concerns the main line only: this one does not count variations.
#[derive(Debug, Clone)]
pub struct OpeningFinder<'t> {
    table: &'t Table,
    /// The row that was found last, and the plies that lead to it.
    last: Option<(u32, u32)>,
    /// Plies of the main line that were played.
    n_plies: u32,
    state: FinderState,
    /// A move of the plies that were looked at cannot be played.
    pub(super) is_cut_short: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FinderState {
    NoGame,
    Elsewhere,
    Playing,
    Over,
}

/// The result for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found<'t> {
    /// The text contains no game.
    NoGame,
    /// It begins elsewhere than in the usual array, or follows other rules.
    OtherStart,
    /// None of its positions is in the table.
    Nothing,
    /// It has this opening.
    Opening(Opening<'t>),
}

impl<'t> Found<'t> {
    /// The opening, if one was found.
    #[must_use]
    pub fn opening(self) -> Option<Opening<'t>> {
        match self {
            Found::Opening(opening) => Some(opening),
            Found::NoGame | Found::OtherStart | Found::Nothing => None,
        }
    }
}

impl<'t> OpeningFinder<'t> {
    /// Finds openings of this table.
    #[must_use]
    pub fn new(table: &'t Table) -> OpeningFinder<'t> {
        let (last, n_plies, state) = (None, 0, FinderState::NoGame);
        OpeningFinder { table, last, n_plies, state, is_cut_short: false }
    }

    /// The result for the game that was heard last.
    #[must_use]
    pub fn found(&self) -> Found<'t> {
        match (self.state, self.last) {
            (FinderState::NoGame, _) => Found::NoGame,
            (FinderState::Elsewhere, _) => Found::OtherStart,
            (FinderState::Playing | FinderState::Over, None) => Found::Nothing,
            (FinderState::Playing | FinderState::Over, Some((row, ply))) => {
                Found::Opening(self.table.opening(row, ply))
            }
        }
    }
}

impl GameListener for OpeningFinder<'_> {
    const VARIATIONS: Skip = Skip::Over;

    fn wants_more(&self) -> bool {
        match self.state {
            FinderState::NoGame | FinderState::Over => true,
            FinderState::Elsewhere => false,
            FinderState::Playing => !self.is_cut_short && self.n_plies < self.table.n_plies_max(),
        }
    }

    fn begin_game(&mut self, _: GameStart) {
        *self = OpeningFinder::new(self.table);
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.state = match &start.position {
            Some(position) if has_openings(position) => {
                self.last = self.table.row_of(position.polyglot_key()).map(|row| (row, 0));
                FinderState::Playing
            }
            Some(_) | None => FinderState::Elsewhere,
        };
        Skip::Enter
    }

    #[inline]
    fn played(&mut self, played: Played<'_>) {
        if !self.is_cut_short && self.n_plies < self.table.n_plies_max() {
            self.n_plies += 1;
            if let Some(row) = self.table.row_of(played.after.polyglot_key()) {
                self.last = Some((row, self.n_plies));
            }
        }
    }

    fn unchecked(&mut self, _: RawSymbol<'_>) {
        self.state = FinderState::Elsewhere;
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, _: Span) {
        if tail == UnplayedTail::Unplayable && self.n_plies < self.table.n_plies_max() {
            self.is_cut_short = true;
        }
    }

    fn end_game(&mut self, _: Outcome, how: GameEnd, _: u32) {
        self.state = match self.state {
            _ if how == GameEnd::NoGame => FinderState::NoGame,
            FinderState::Playing | FinderState::NoGame => FinderState::Over,
            state @ (FinderState::Elsewhere | FinderState::Over) => state,
        };
    }
}
