//! The value of a fact (§8.1.1.7).

use std::borrow::Cow;
use std::fmt;

use crate::decimal::Decimal;
use pgnkit::Outcome;
use pgnkit::chess::Color;
use pgnkit::named_enum;
use pgnkit::tag::time_control::Period;
use pgnkit::tag::{Date, TimeControl};

/// A value of a fact. Texts are borrowed from the game wherever they are there.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A number; the [`Kind`](super::Kind) of the fact determines whether it is seconds or pawns.
    Number(f64),
    /// A date of which something is known.
    Date(Date),
    /// How the game ended.
    Outcome(Outcome),
    /// A side.
    Color(Color),
    /// How much time there was.
    Speed(Speed),
    /// Yes or no.
    Flag(bool),
    /// Every game has one, but in this one it is unknown: the year of `????.??.??`.
    Unknown,
}

impl<'a> Value<'a> {
    /// The value as a text, if it is one or has a name; numbers and dates have none.
    ///
    /// ```
    /// use pgn_query::facts::Value;
    ///
    /// assert_eq!(Value::Text("x".into()).text(), Some("x"));
    /// assert_eq!(Value::Number(3.0).text(), None);
    /// ```
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            Value::Outcome(outcome) => Some(outcome.name()),
            Value::Color(Color::White) => Some("white"),
            Value::Color(Color::Black) => Some("black"),
            Value::Speed(speed) => Some(speed.name()),
            Value::Flag(true) => Some("yes"),
            Value::Flag(false) => Some("no"),
            Value::Number(_) | Value::Date(_) | Value::Unknown => None,
        }
    }

    /// The same value, not borrowed from the game.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Value::Number(number) => Value::Number(number),
            Value::Date(date) => Value::Date(date),
            Value::Outcome(outcome) => Value::Outcome(outcome),
            Value::Color(color) => Value::Color(color),
            Value::Speed(speed) => Value::Speed(speed),
            Value::Flag(flag) => Value::Flag(flag),
            Value::Unknown => Value::Unknown,
        }
    }

    pub(crate) fn borrowed(text: &'a str) -> Value<'a> {
        Value::Text(Cow::Borrowed(text))
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.text()) {
            (_, Some(text)) => f.write_str(text),
            (Value::Number(number), None) => write!(f, "{}", Decimal(*number)),
            (Value::Date(date), None) => write!(f, "{date}"),
            (_, None) => f.write_str("?"),
        }
    }
}

named_enum! {
    /// How much time a player had for 40 moves, the fastest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Speed, name {
        /// Below 3 minutes.
        Bullet = "bullet",
        /// Up to 10 minutes.
        Blitz = "blitz",
        /// Below an hour.
        Rapid = "rapid",
        /// Below a day.
        Classical = "classical",
        /// A day or more.
        Correspondence = "correspondence",
    }
}

/// How many seconds a player has for 40 moves at most.
const SECONDS_MAX: [u64; 5] = [179, 600, 3_599, 86_399, u64::MAX];

impl Speed {
    /// The speed of a time control; `None` if it is unknown or there is none.
    ///
    /// ```
    /// use pgn_query::facts::Speed;
    /// use pgnkit::tag::TimeControl;
    ///
    /// let blitz: TimeControl = "300+2".parse().unwrap();
    /// assert_eq!(Speed::of(&blitz), Some(Speed::Blitz));
    /// ```
    #[must_use]
    pub fn of(control: &TimeControl) -> Option<Speed> {
        const MOVES: u64 = 40;
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
                Period::Modern { moves, base_millis, bonus_millis, .. } => {
                    let left = MOVES - n_moves;
                    let n_here = moves.map_or(left, |moves| u64::from(moves).clamp(1, left));
                    seconds += (base_millis + n_here * bonus_millis) / 1_000;
                    n_moves += n_here;
                }
            }
        }
        let mut known = Speed::ALL.into_iter().zip(SECONDS_MAX);
        known.find(|(_, most)| seconds <= *most).map(|(speed, _)| speed)
    }
}
