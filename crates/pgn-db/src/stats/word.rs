//! The words that games are counted by.
//!
//! Owns: the list, what each means, how its values are read by people. Knows nothing of: tables.
//! Standard: §8.1.1, §9. Decisions: D-16, D-17, D-18, D-19, D-24, D-25.
//! Start at [`Word`].

use std::borrow::Cow;

use pgnkit::Outcome;
use pgnkit::chess::Color;
use pgnkit::tag::time_control::Period;
use pgnkit::tag::{Eco, Site, TimeControl, fields};

use super::sighting::{Openings, View};
use super::value::Value;
use super::watch::eco_of;
use pgn_query::name::Alike;

/// What games are counted by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// Each player of each side, seen with this player's eyes.
    Player,
    /// The other side, seen with the eyes of each side.
    Opponent,
    /// White or Black, seen with the eyes of each side.
    Colour,
    /// The players with White.
    White,
    /// The players with Black.
    Black,
    /// The country code at the end of Site.
    Country,
    /// The year of Date.
    Year,
    /// The year and month of Date.
    Month,
    /// The ten years of Date.
    Decade,
    /// The code of ECO, without its part.
    Eco,
    /// The letter of ECO.
    EcoLetter,
    /// The first part of the opening's name.
    Opening,
    /// Its second part.
    Variation,
    /// The outcome.
    Result,
    /// The number of moves, by tens.
    Length,
    /// The rating of the side, by hundreds; seen from no side, the mean of both.
    RatingBand,
    /// The rating of the other side, by hundreds.
    OpponentBand,
    /// Own rating minus the other one, by hundreds.
    DifferenceBand,
    /// How long a player had for 40 moves: bullet, blitz, rapid, classical, correspondence.
    Speed,
    /// The first move of games from the usual start.
    FirstMove,
    /// Each name of Annotator.
    Annotator,
    /// The language of the piece letters.
    Language,
    /// The value of a tag.
    Tag(Cow<'static, str>),
}

/// All words, but for names of tags, and what each means.
pub const WORDS: [(&str, Word, &str); 29] = [
    ("player", Word::Player, "each player, as White and as Black"),
    ("opponent", Word::Opponent, "the other side, for each side"),
    ("colour", Word::Colour, "white or black, for each side"),
    ("white", Word::White, "who had White"),
    ("black", Word::Black, "who had Black"),
    ("event", Word::Tag(Cow::Borrowed("Event")), "the event"),
    ("site", Word::Tag(Cow::Borrowed("Site")), "the site"),
    ("country", Word::Country, "the country code at the end of the site"),
    ("round", Word::Tag(Cow::Borrowed("Round")), "the round"),
    ("date", Word::Tag(Cow::Borrowed("Date")), "the date"),
    ("year", Word::Year, "the year"),
    ("month", Word::Month, "the year and month"),
    ("decade", Word::Decade, "ten years"),
    ("eco", Word::Eco, "the opening's code"),
    ("eco-letter", Word::EcoLetter, "the code's letter"),
    ("opening", Word::Opening, "the opening's name"),
    ("variation", Word::Variation, "the variation's name"),
    ("result", Word::Result, "the result; with player, opponent or colour: won, drawn, lost"),
    ("length", Word::Length, "the number of moves, by tens"),
    ("rating-band", Word::RatingBand, "the rating by hundreds: the side's, or the mean of both"),
    ("opponent-band", Word::OpponentBand, "the other side's rating by hundreds"),
    ("difference-band", Word::DifferenceBand, "own rating minus the other one, by hundreds"),
    ("termination", Word::Tag(Cow::Borrowed("Termination")), "why the game ended"),
    ("time-control", Word::Tag(Cow::Borrowed("TimeControl")), "the time control"),
    ("speed", Word::Speed, "bullet, blitz, rapid, classical, correspondence"),
    ("first-move", Word::FirstMove, "the first move, of games from the usual start"),
    ("annotator", Word::Annotator, "each annotator"),
    ("variant", Word::Tag(Cow::Borrowed("Variant")), "the kind of chess"),
    ("language", Word::Language, "whose piece letters the moves are written in"),
];

/// What is added to a rating difference, so that none is below zero.
const DIFFERENCE_ZERO: u32 = 20_000;

/// How many ratings are a band.
const BAND_POINTS: u32 = 100;

/// How many moves are a band.
const BAND_MOVES: u32 = 10;

impl Word {
    /// What one of [`WORDS`], or the name of a tag, stands for.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Word> {
        let known = WORDS.iter().find(|(word, ..)| *word == name).map(|(_, word, _)| word.clone());
        let is_tag = || name.starts_with(|first: char| first.is_ascii_uppercase());
        known.or_else(|| is_tag().then(|| Word::Tag(Cow::Owned(name.to_owned()))))
    }

    /// The word itself, or the name of the tag.
    #[must_use]
    pub fn name(&self) -> &str {
        match (WORDS.iter().find(|(_, word, _)| word == self), self) {
            (Some((name, ..)), _) => name,
            (None, Word::Tag(name)) => name,
            (None, _) => "",
        }
    }

    /// Whether a game is seen with the eyes of both sides for it.
    #[must_use]
    pub fn is_sided(&self) -> bool {
        matches!(self, Word::Player | Word::Opponent | Word::Colour)
    }

    /// Whether the moves must be read for it.
    #[must_use]
    pub fn needs_moves(&self) -> bool {
        matches!(self, Word::Length | Word::FirstMove | Word::Language)
    }

    /// Whether its values have an order of their own, in which they are shown.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        match self {
            Word::Year | Word::Month | Word::Decade | Word::Length | Word::RatingBand => true,
            Word::OpponentBand | Word::DifferenceBand | Word::Result | Word::Speed => true,
            Word::Colour | Word::EcoLetter => true,
            Word::Tag(name) => matches!(name.as_ref(), "Date" | "Round"),
            _ => false,
        }
    }

    /// What a value counts as when names that are so much alike are one; `None` of a word whose
    /// values are no names of persons, events or sites.
    pub(super) fn folded(&self, name: &str, alike: Alike) -> Option<String> {
        match self {
            Word::Player | Word::Opponent | Word::White | Word::Black | Word::Annotator => {
                Some(alike.key(name))
            }
            Word::Tag(tag) if matches!(tag.as_ref(), "Event" | "Site") => {
                Some(alike.key_of_place(name))
            }
            _ => None,
        }
    }

    /// Whether a game may have several values of it.
    pub(super) fn is_several(&self) -> bool {
        matches!(self, Word::Player | Word::White | Word::Black | Word::Annotator)
    }

    /// The value of a game; with several names, all of them together.
    pub(super) fn value<'a>(&self, view: &View<'a>, sided: bool) -> Value<'a> {
        let game = view.game;
        match self {
            Word::Player => Value::of_tag(game.names(view.color)),
            Word::Opponent => Value::of_tag(game.names(!view.color)),
            Word::Colour => Value::Number(u32::from(view.color == Color::Black)),
            Word::White => Value::of_tag(game.names(Color::White)),
            Word::Black => Value::of_tag(game.names(Color::Black)),
            Word::Annotator => Value::of_tag(game.tag("Annotator")),
            Word::Country => match Site::of(game.tag("Site")).country_code() {
                Some(code) => Value::Text(Cow::Borrowed(code)),
                None => Value::Unknown,
            },
            Word::Year => Value::of_number(game.date().year().map(u32::from)),
            Word::Decade => Value::of_number(game.date().year().map(|it| u32::from(it) / 10)),
            Word::Month => {
                let (date, month) = (game.date(), |month| u32::from(month));
                let months = date.year().zip(date.month());
                Value::of_number(months.map(|(year, it)| u32::from(year) * 100 + month(it)))
            }
            Word::Eco => match eco(view) {
                Some(code) => {
                    Value::Text(Cow::Owned(format!("{}{:02}", code.volume(), code.number())))
                }
                None => Value::Unknown,
            },
            Word::EcoLetter => match eco(view) {
                Some(code) => Value::Text(Cow::Owned(code.volume().to_string())),
                None => Value::Unknown,
            },
            Word::Opening => {
                let [opening, _] = opening_names(view);
                opening
            }
            Word::Variation => {
                let [_, variation] = opening_names(view);
                variation
            }
            Word::Result => Value::Number(result_of(view, sided)),
            Word::Length => {
                let plies = game.moves.map(|moves| moves.n_plies);
                Value::of_number(plies.map(|plies| plies.div_ceil(2).div_ceil(BAND_MOVES)))
            }
            Word::RatingBand if sided => band(game.rating(view.color)),
            Word::RatingBand => {
                let both = game.rating(Color::White).zip(game.rating(Color::Black));
                band(both.map(|(white, black)| (white + black) / 2))
            }
            Word::OpponentBand => band(game.rating(!view.color)),
            Word::DifferenceBand => {
                let both = game.rating(view.color).zip(game.rating(!view.color));
                band(both.map(|(own, other)| own + DIFFERENCE_ZERO - other))
            }
            Word::Speed => Value::of_number(speed(game.tag("TimeControl"))),
            Word::FirstMove => match game.moves.map(|moves| moves.first) {
                None | Some("") => Value::Unknown,
                Some(_) if game.tags.get("FEN").is_some() => Value::Unknown,
                Some(first) => Value::Text(Cow::Borrowed(first)),
            },
            Word::Language => match game.moves.and_then(|moves| moves.language) {
                None => Value::Unknown,
                Some(language) => Value::Text(Cow::Borrowed(language)),
            },
            Word::Tag(name) => Value::of_tag(game.tag(name)),
        }
    }

    /// The values of a game, one after the other.
    pub(super) fn values<'a>(&self, view: &View<'a>, mut take: impl FnMut(Value<'a>)) {
        let whole = match self {
            Word::Player => view.game.names(view.color),
            Word::White => view.game.names(Color::White),
            Word::Black => view.game.names(Color::Black),
            Word::Annotator => view.game.tag("Annotator"),
            _ => return take(self.value(view, false)),
        };
        fields(whole).for_each(|(_, name)| take(Value::of_tag(name)));
    }

    /// A value for people; `None` when it is not known.
    #[must_use]
    pub fn label<'v>(&self, value: &'v Value<'_>, sided: bool) -> Option<Cow<'v, str>> {
        let number = match value {
            Value::Unknown => return None,
            Value::Text(text) => return Some(Cow::Borrowed(text)),
            Value::Number(number) => *number,
        };
        let label = match self {
            Word::Colour => Cow::Borrowed(if number == 0 { "white" } else { "black" }),
            Word::Result => Cow::Borrowed(result_label(number, sided)),
            Word::Speed => Cow::Borrowed(SPEEDS.get(number as usize).map_or("", |speed| speed.0)),
            Word::Month => Cow::Owned(format!("{:04}-{:02}", number / 100, number % 100)),
            Word::Decade => Cow::Owned(format!("{number}0s")),
            Word::Length if number == 0 => Cow::Borrowed("0"),
            Word::Length => {
                let last = u64::from(number) * u64::from(BAND_MOVES);
                Cow::Owned(format!("{}-{last}", last + 1 - u64::from(BAND_MOVES)))
            }
            Word::RatingBand | Word::OpponentBand => {
                let first = number * BAND_POINTS;
                Cow::Owned(format!("{first}-{}", first + BAND_POINTS - 1))
            }
            Word::DifferenceBand => {
                let first = i64::from(number * BAND_POINTS) - i64::from(DIFFERENCE_ZERO);
                let last = first + i64::from(BAND_POINTS) - 1;
                Cow::Owned(format!("{first:+} to {last:+}"))
            }
            _ => Cow::Owned(number.to_string()),
        };
        Some(label)
    }
}

fn band(rating: Option<u32>) -> Value<'static> {
    Value::of_number(rating.map(|rating| rating / BAND_POINTS))
}

fn eco(view: &View<'_>) -> Option<Eco> {
    let by_moves = || view.game.opening.map(|opening| opening.code);
    match view.game.openings {
        Openings::Tags => eco_of(view.game.tags),
        Openings::Moves => by_moves(),
        Openings::Either => eco_of(view.game.tags).or_else(by_moves),
    }
}

/// The name of the opening and that of its variation. Both are from one source: two programs call
/// things by other names.
fn opening_names<'a>(view: &View<'a>) -> [Value<'a>; 2] {
    let tags = ["Opening", "Variation"].map(|name| Value::of_tag(view.game.tag(name)));
    let by_tags = tags.iter().any(|name| *name != Value::Unknown);
    match (view.game.openings, view.game.opening) {
        (Openings::Tags, _) => tags,
        (Openings::Either, _) if by_tags => tags,
        (Openings::Either | Openings::Moves, None) => [Value::Unknown, Value::Unknown],
        (Openings::Either | Openings::Moves, Some(opening)) => {
            let variation = opening.name.variation().unwrap_or_default();
            [opening.name.opening(), variation].map(Value::of_tag)
        }
    }
}

/// 0 for a win of the side, 1 for a draw, 2 for a loss, 3 for no result.
fn result_of(view: &View<'_>, sided: bool) -> u32 {
    match (view.game.outcome, view.color) {
        (Outcome::Draw, _) => 1,
        (Outcome::Unknown, _) => 3,
        (Outcome::WhiteWins, Color::Black) | (Outcome::BlackWins, Color::White) if sided => 2,
        (Outcome::WhiteWins, _) => 0,
        (Outcome::BlackWins, _) => {
            if sided {
                0
            } else {
                2
            }
        }
    }
}

fn result_label(number: u32, sided: bool) -> &'static str {
    match (number, sided) {
        (0, true) => "won",
        (1, true) => "drawn",
        (2, true) => "lost",
        (0, false) => "1-0",
        (1, false) => "1/2-1/2",
        (2, false) => "0-1",
        (_, _) => "*",
    }
}

/// The kinds of speed, and how many seconds a player must have for 40 moves at most.
const SPEEDS: [(&str, u64); 5] = [
    ("bullet", 179),
    ("blitz", 600),
    ("rapid", 3_599),
    ("classical", 86_399),
    ("correspondence", u64::MAX),
];

/// The speed of a time control; `None` when it is not known or there is none.
fn speed(value: &str) -> Option<u32> {
    const MOVES: u64 = 40;
    let control = TimeControl::parse(value.trim()).ok()?;
    let mut seconds = 0;
    let mut n_moves = 0;
    for period in control.repeating() {
        if n_moves >= MOVES {
            break;
        }
        match period {
            Period::Unknown | Period::Untimed => return None,
            Period::Moves { moves, seconds: more } => {
                n_moves += u64::from(moves).max(1);
                seconds += u64::from(more);
            }
            Period::SuddenDeath { seconds: more } => {
                n_moves = MOVES;
                seconds += u64::from(more);
            }
            Period::Increment { base_seconds, increment_seconds } => {
                seconds +=
                    u64::from(base_seconds) + (MOVES - n_moves) * u64::from(increment_seconds);
                n_moves = MOVES;
            }
            Period::Sandclock { seconds: sand } => {
                n_moves = MOVES;
                seconds += u64::from(sand / 2);
            }
        }
    }
    SPEEDS.iter().position(|&(_, most)| seconds <= most).map(|place| place as u32)
}
