//! The criteria for counting games: a field of the vocabulary, and how its values are shown (D-16,
//! D-17, D-24).

use std::borrow::Cow;

use pgnkit::Outcome;
use pgnkit::chess::Color;
use pgnkit::tag::{ROUND, fields};

use super::side::SideView;
use super::value::Value;
use pgn_query::facts::{self, Cost, Fact, Field, Group, GroupError, Kind, Speed};
use pgn_query::name::Alike;

/// A criterion for counting games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    by: Group,
    name: String,
}

impl Word {
    /// A fact or a tag, or bands of its values: `player`, `Event`, `elo:100`.
    ///
    /// # Errors
    /// If it is not one.
    pub fn parse(text: &str) -> Result<Word, GroupError> {
        let by = Group::parse(text)?;
        let name = by.to_string();
        Ok(Word { by, name })
    }

    /// The word itself, or the name of the tag.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a game is seen from both sides for it.
    #[must_use]
    pub fn is_sided(&self) -> bool {
        self.by.field.has_side()
    }

    pub(super) fn field(&self) -> &Field {
        &self.by.field
    }

    /// The part of a game that must be read for it.
    pub(super) fn cost(&self) -> Cost {
        self.by.field.cost()
    }

    /// Whether it is this fact.
    #[must_use]
    pub fn is(&self, fact: Fact) -> bool {
        self.by.field == Field::Fact(fact)
    }

    /// Whether its values have an order of their own, in which they are shown.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        match (&self.by.field, self.by.field.kind()) {
            _ if self.by.band.is_some() => true,
            (Field::Tag(name), kind) => kind == Kind::Date || name == ROUND,
            (Field::Fact(Fact::YearMonth), _) => true,
            (_, Kind::Text | Kind::Eco | Kind::Variant | Kind::Termination) => false,
            (_, Kind::Number | Kind::Seconds | Kind::Pawns | Kind::Date) => true,
            (_, Kind::Outcome | Kind::Color | Kind::Speed | Kind::Flag) => true,
        }
    }

    /// The common name of a value if similar names are combined; `None` for a word whose values are
    /// not names of persons, events or sites.
    pub(super) fn folded(&self, name: &str, alike: Alike) -> Option<String> {
        match &self.by.field {
            field if field.is_players() => Some(alike.key(name)),
            Field::Tag(tag) if matches!(tag.as_ref(), "Event" | "Site") => {
                Some(alike.key_of_place(name))
            }
            _ => None,
        }
    }

    /// Whether a game may have several values of it.
    pub(super) fn is_several(&self) -> bool {
        self.by.field.is_players() && !self.is(Fact::Opponent)
    }

    /// The value of a game; with several names, all of them together.
    pub(super) fn value<'a>(&self, view: &SideView<'a>, sided: bool) -> Value<'a> {
        let value = match self.by.field.value(view.game, view.color) {
            None => return Value::Unknown,
            Some(value) => self.by.banded(value),
        };
        match value {
            facts::Value::Text(Cow::Borrowed(text)) => Value::of_tag(text),
            facts::Value::Text(text) => Value::Text(text),
            facts::Value::Date(date) => Value::Text(date.to_string().into()),
            facts::Value::Number(number) => Value::of_number(number),
            facts::Value::Outcome(outcome) => Value::of_idx(result_of(outcome, view.color, sided)),
            facts::Value::Color(color) => Value::of_idx(u8::from(color == Color::Black)),
            facts::Value::Speed(speed) => Value::of_idx(speed as u8),
            facts::Value::Flag(flag) => Value::of_idx(u8::from(flag)),
            facts::Value::Unknown => Value::Unknown,
        }
    }

    /// The values of a game, one after the other.
    pub(super) fn values<'a>(&self, view: &SideView<'a>, mut take: impl FnMut(Value<'a>)) {
        match self.by.field.value(view.game, view.color) {
            Some(facts::Value::Text(Cow::Borrowed(whole))) if self.is_several() => {
                fields(whole).for_each(|(_, name)| take(Value::of_tag(name)));
            }
            _ => take(self.value(view, false)),
        }
    }

    /// A value for people; `None` when it is not known.
    #[must_use]
    pub fn label<'v>(&self, value: &'v Value<'_>, sided: bool) -> Option<Cow<'v, str>> {
        let number = match value {
            Value::Unknown => return None,
            Value::Text(text) => return Some(Cow::Borrowed(text)),
            Value::Number(number) => *number,
        };
        Some(match self.by.field.kind() {
            Kind::Outcome => Cow::Borrowed(result_label(number, sided)),
            Kind::Color => Cow::Borrowed(if number == 0 { "white" } else { "black" }),
            Kind::Flag => Cow::Borrowed(if number == 0 { "no" } else { "yes" }),
            Kind::Speed => {
                let speed = Speed::ALL.get(number as usize);
                Cow::Borrowed(speed.map_or("", |speed| speed.name()))
            }
            Kind::Number
            | Kind::Seconds
            | Kind::Pawns
            | Kind::Text
            | Kind::Date
            | Kind::Eco
            | Kind::Variant
            | Kind::Termination => Cow::Owned(self.by.label(number as f64 / 1_000.0)),
        })
    }
}

/// The results in the order of their numbers: wins of White, draws, wins of Black, no result, then
/// those that the standard does not have.
const RESULTS: [Outcome; Outcome::ALL.len()] = [
    Outcome::WhiteWins,
    Outcome::Draw,
    Outcome::BlackWins,
    Outcome::Unknown,
    Outcome::WhiteWinsByForfeit,
    Outcome::BlackWinsByForfeit,
    Outcome::DoubleForfeit,
    Outcome::DrawWithoutPlay,
    Outcome::BothLose,
    Outcome::HalfForWhite,
    Outcome::HalfForBlack,
];

/// The place in [`RESULTS`]; `sided`, 0 for a win of the side, 1 for a draw, 2 for a loss, 3 for no
/// result.
fn result_of(outcome: Outcome, side: Color, sided: bool) -> u8 {
    match outcome.half_points() {
        Some(halves) if sided => 2 - halves[side as usize],
        Some(_) | None => RESULTS.iter().position(|known| *known == outcome).unwrap_or(3) as u8,
    }
}

fn result_label(number: i64, sided: bool) -> &'static str {
    match (number, sided) {
        (0, true) => "won",
        (1, true) => "drawn",
        (2, true) => "lost",
        (_, _) => RESULTS.get(number as usize).map_or("*", |outcome| outcome.name()),
    }
}
