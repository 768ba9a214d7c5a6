//! A game as far as it was read, from which facts are computed (§8.1.1).

use pgnkit::Game;
use pgnkit::Outcome;
use pgnkit::charset::Choice;
use pgnkit::chess::{Color, Position};
use pgnkit::game::Tags;
use pgnkit::opening::{Opening, Table};
use pgnkit::read::{Detected, detect};
use pgnkit::syntax::Region;
use pgnkit::tag::{BLACK, Date, WHITE};

use super::ends::LineEnd;
use super::tags::{is_unknown, rating};
use crate::context::GameChecker;

/// Where values of tags come from.
pub trait TagSource {
    /// The value of a tag.
    fn tag(&self, name: &str) -> Option<&str>;
}

impl TagSource for Tags {
    fn tag(&self, name: &str) -> Option<&str> {
        self.get(name)
    }
}

impl TagSource for () {
    fn tag(&self, _: &str) -> Option<&str> {
        None
    }
}

/// The source of the opening of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// The tags or, if these have no value, the moves.
    #[default]
    Either,
    /// The tags ECO, Opening and Variation alone.
    Tags,
    /// The positions that the moves reach, including transpositions, whatever the tags.
    Moves,
}

/// The known data of the moves if the game itself is not stored.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    /// Plies of the main line that were played.
    pub n_plies: u32,
    /// The first move, in canonical SAN; empty without one.
    pub first: &'a str,
}

/// The known data of a game. A fact that needs more than that has no value.
///
/// ```
/// use pgn_query::facts::{Fact, GameView, Value};
/// use pgnkit::chess::Color;
///
/// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
/// # 1. e4 e5 2. Nf3 1-0\n"[..];
/// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
/// let value = Fact::PlyCount.value(&GameView::of(&game), Color::White);
/// assert_eq!(value, Some(Value::Number(3.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct GameView<'a> {
    /// Its tags.
    pub tags: &'a dyn TagSource,
    /// The outcome, once it is settled.
    pub outcome: Option<Outcome>,
    /// Its moves, if the game is not stored.
    pub moves: Option<Moves<'a>>,
    /// The game, if all of it was read.
    pub game: Option<&'a Game>,
    /// The source of the opening.
    pub openings: Openings,
    /// The opening that the moves reach, if the game is not stored.
    pub opening: Option<Opening<'static>>,
    /// The first position, if the game is not stored.
    pub start: Option<&'a Position>,
    /// The position that is spoken of, in place of the last one.
    pub position: Option<&'a Position>,
    /// The end of its main line, if the game is not stored.
    pub line_end: Option<LineEnd<'a>>,
    /// The name of its file, and its number there, from 1.
    pub source: Option<(&'a str, u64)>,
    /// Its text.
    pub region: Option<&'a Region<'a>>,
    /// The encoding of the text.
    pub encoding: Choice,
    /// Finds errors; without it, only those of the reader count.
    pub checker: Option<&'a dyn GameChecker>,
}

impl std::fmt::Debug for GameView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("GameView");
        debug.field("outcome", &self.outcome).field("source", &self.source).finish_non_exhaustive()
    }
}

impl<'a> GameView<'a> {
    /// A game of which only the tags are known.
    #[must_use]
    pub fn of_tags(tags: &'a dyn TagSource) -> GameView<'a> {
        GameView {
            tags,
            outcome: None,
            moves: None,
            game: None,
            openings: Openings::default(),
            opening: None,
            start: None,
            position: None,
            line_end: None,
            source: None,
            region: None,
            encoding: Choice::default(),
            checker: None,
        }
    }

    /// A game.
    ///
    /// ```
    /// use pgn_query::facts::GameView;
    ///
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// assert_eq!(GameView::of(&game).tag("White"), "Tal, Mihail");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(game: &'a Game) -> GameView<'a> {
        let tags = GameView::of_tags(game.tags());
        GameView { game: Some(game), outcome: Some(game.outcome()), ..tags }
    }

    /// The value of a tag; empty if it is absent.
    ///
    /// ```
    /// use pgn_query::facts::GameView;
    ///
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// assert_eq!(GameView::of(&game).tag("Black"), "");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tag(&self, name: &str) -> &'a str {
        self.tags.tag(name).unwrap_or_default()
    }

    /// The value of a tag without blanks around it; `None` if it means unknown.
    pub(super) fn known_tag(&self, name: &str) -> Option<&'a str> {
        self.tags.tag(name).map(str::trim).filter(|value| !is_unknown(value))
    }

    /// The date; unknown if the value is not one.
    ///
    /// ```
    /// use pgn_query::facts::GameView;
    ///
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// assert_eq!(GameView::of(&game).date().to_string(), "1960.03.15");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn date(&self) -> Date {
        Date::parse_lax(self.tag("Date").trim()).unwrap_or(Date::UNKNOWN).possible()
    }

    /// The names on a side.
    ///
    /// ```
    /// use pgn_query::facts::GameView;
    /// use pgnkit::chess::Color;
    ///
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// let view = GameView::of(&game);
    /// assert_eq!(view.names(Color::White), Some("Tal, Mihail"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn names(&self, side: Color) -> Option<&'a str> {
        self.tags.tag(if side == Color::White { WHITE } else { BLACK })
    }

    /// The [`rating`] of a side.
    ///
    /// ```
    /// use pgn_query::facts::GameView;
    /// use pgnkit::chess::Color;
    ///
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// let view = GameView::of(&game);
    /// assert_eq!((view.elo(Color::White), view.elo(Color::Black)), (Some(2600), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn elo(&self, side: Color) -> Option<u32> {
        rating(self.tags.tag(if side == Color::White { "WhiteElo" } else { "BlackElo" })?)
    }

    pub(super) fn n_plies(&self) -> Option<u32> {
        let held = || self.game.map(|game| game.n_plies() as u32);
        self.moves.map(|moves| moves.n_plies).or_else(held)
    }

    /// The opening that the moves reach.
    pub(super) fn played_opening(&self) -> Option<Opening<'static>> {
        self.opening.or_else(|| Table::standard().classify(self.game?))
    }

    pub(super) fn start_position(&self) -> Option<Position> {
        let held = || self.game.and_then(|game| game.start_position());
        self.start.copied().or_else(held)
    }

    /// The position that is spoken of: the last one, unless it is another.
    pub(super) fn position(&self) -> Option<Position> {
        if let Some(position) = self.position {
            return Some(*position);
        }
        let mut cursor = self.game?.cursor();
        while cursor.forward() {}
        cursor.position().copied()
    }

    /// The language of the piece letters.
    pub(super) fn language(&self) -> Option<&'static str> {
        match detect(self.region?) {
            Detected::English => Some("English"),
            Detected::Language(language) => Some(language.name),
            Detected::Several(..) => None,
        }
    }
}
