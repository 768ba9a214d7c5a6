//! What the counting knows of a game, and whose eyes it is seen with.
//!
//! Owns: tags, outcome and moves as far as they were asked for; the sides. Knows nothing of: where
//! they come from.
//! Standard: §8.1.1, §9.1. Decisions: D-16, D-17, D-19, D-25.
//! Start at [`Sighting`].

use pgnkit::Outcome;
use pgnkit::chess::Color;
use pgnkit::game::Tags;
use pgnkit::opening::Opening;
use pgnkit::tag::{BLACK, Date, Rating, WHITE, fields, players};

use super::tally::Tally;
use pgn_query::name::{Fold, fold};

/// A game as far as it is counted.
#[derive(Clone, Copy, Debug)]
pub struct Sighting<'a> {
    /// The tag pairs.
    pub tags: &'a Tags,
    /// The outcome.
    pub outcome: Outcome,
    /// The moves, if they were read.
    pub moves: Option<Moves<'a>>,
    /// Who says what the opening is.
    pub openings: Openings,
    /// The opening that the moves come to, if it was looked for.
    pub opening: Option<Opening<'static>>,
}

/// Who says what the opening of a game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// The tags; where they say nothing, the moves.
    #[default]
    Either,
    /// The tags ECO, Opening and Variation alone.
    Tags,
    /// The positions that the moves come to, transpositions included, whatever tags say.
    Moves,
}

/// What is counted of moves.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    /// Plies of the main line that were played.
    pub n_plies: u32,
    /// The first move, in canonical SAN; empty without one.
    pub first: &'a str,
    /// The language of the piece letters, where it was asked for.
    pub language: Option<&'static str>,
}

/// A game with the eyes of one side, or of one player of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) game: &'a Sighting<'a>,
    pub(super) color: Color,
}

impl<'a> Sighting<'a> {
    /// The value of a tag, empty when it is absent.
    #[must_use]
    pub fn tag(&self, name: &str) -> &'a str {
        self.tags.get(name).unwrap_or_default()
    }

    /// The date, unknown when the value is none.
    #[must_use]
    pub fn date(&self) -> Date {
        Date::parse_lax(self.tag("Date").trim()).unwrap_or(Date::UNKNOWN)
    }

    /// The names on a side.
    #[must_use]
    pub fn names(&self, color: Color) -> &'a str {
        self.tag(name_tag(color))
    }

    /// The rating of a side, if it is one that a list may have; the first one of several players.
    #[must_use]
    pub fn rating(&self, color: Color) -> Option<u32> {
        let name = if color == Color::White { "WhiteElo" } else { "BlackElo" };
        let (_, first) = fields(self.tag(name)).next()?;
        let rating = Rating::parse_lax(first)?;
        rating.points().filter(|_| rating.is_plausible())
    }
}

pub(super) const fn name_tag(color: Color) -> &'static str {
    match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    }
}

impl View<'_> {
    /// The counts of this one game.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = Tally { n_games: 1, ..Tally::default() };
        tally.n_white = u64::from(self.color == Color::White);
        let (won, lost) = match self.color {
            Color::White => (Outcome::WhiteWins, Outcome::BlackWins),
            Color::Black => (Outcome::BlackWins, Outcome::WhiteWins),
        };
        let outcome = self.game.outcome;
        tally.n_wins = u64::from(outcome == won);
        tally.n_losses = u64::from(outcome == lost);
        tally.n_draws = u64::from(outcome == Outcome::Draw);
        if let Some(rating) = self.game.rating(self.color) {
            tally.rated.add(rating);
        }
        if let Some(rating) = self.game.rating(!self.color) {
            tally.opponents.add(rating);
            if outcome.is_known() {
                tally.performed.add(rating);
                tally.performed_half_points = tally.half_points();
            }
        }
        if let Some(moves) = self.game.moves {
            tally.plies.add(moves.n_plies);
            tally.plies_range.add(moves.n_plies);
        }
        if let Some(digits) = known_digits(self.game.date()) {
            tally.dates.add(digits);
        }
        tally
    }
}

/// `YYYYMMDD` with zeros from where the date is unknown; none when the year is.
fn known_digits(date: Date) -> Option<u32> {
    let year = u32::from(date.year()?) * 10_000;
    let Some(month) = date.month() else { return Some(year) };
    Some(year + u32::from(month) * 100 + date.day().map_or(0, u32::from))
}

/// A player whose games alone are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPlayer {
    folded: String,
    how: Fold,
}

impl WantedPlayer {
    /// The player of this name, or of all names that begin with it as with a word: `Carlsen` is
    /// `Carlsen, Magnus` and `Carlsen,M`. What does not count in names is folded away.
    #[must_use]
    pub fn new(name: &str, how: Fold) -> WantedPlayer {
        WantedPlayer { folded: fold(name.trim(), how).into_owned(), how }
    }

    /// Whether the player is on a side of this game.
    #[must_use]
    pub fn plays(&self, game: &Sighting<'_>) -> bool {
        let mut names = players(game.names(Color::White)).chain(players(game.names(Color::Black)));
        names.any(|player| self.is(player.name))
    }

    /// Whether this is the player.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        let name = fold(name.trim(), self.how);
        name.strip_prefix(&self.folded)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' ', '.']))
    }
}
