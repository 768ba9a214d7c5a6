//! A field of a game that a user can name: a fact, or a tag (§8.1, D-15).

use std::borrow::Cow;
use std::fmt;

use pgnkit::suggest::nearest_word;
use pgnkit::tag::{TAGS, ValueType, check_name, kind};

use super::table::{Cost, FACTS, Fact, Kind, Row, fact};
use super::value::Value;
use super::view::GameView;
use crate::vocabulary::Vocabulary;
use pgnkit::chess::Color;

/// A fact, or a tag.
///
/// ```
/// use pgn_query::facts::{Fact, Field};
///
/// assert_eq!(Field::parse("year"), Ok(Field::Fact(Fact::Year)));
/// assert_eq!(Field::parse("WhiteTeam"), Ok(Field::Tag("WhiteTeam".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// A fact that is worked out.
    Fact(Fact),
    /// The unchanged value of a tag.
    Tag(Cow<'static, str>),
}

/// A name that is neither a fact nor a tag.
///
/// ```
/// use pgn_query::facts::Field;
///
/// assert_eq!(Field::parse("yeer").unwrap_err().nearest, Some("year"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownWordError {
    /// The name.
    pub name: String,
    /// The name with the most similar spelling, if any.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownWordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown word `{}`", self.name)
    }
}

impl std::error::Error for UnknownWordError {}

impl Field {
    /// The meaning of a name in a vocabulary: that of [`parse`](Field::parse); among records, any
    /// other name is an opcode.
    ///
    /// # Errors
    /// Another name, with the nearest that would have done.
    ///
    /// ```
    /// use pgn_query::facts::{Field, Vocabulary};
    ///
    /// assert!(Field::parse_in("acd", Vocabulary::Games).is_err());
    /// assert_eq!(Field::parse_in("acd", Vocabulary::Records)?.name(), "acd");
    /// # Ok::<(), pgn_query::facts::UnknownWordError>(())
    /// ```
    pub fn parse_in(name: &str, vocabulary: Vocabulary) -> Result<Field, UnknownWordError> {
        Field::parse(name).or_else(|unknown| match vocabulary {
            Vocabulary::Records if check_name(name).is_ok() => {
                Ok(Field::Tag(Cow::Owned(name.to_owned())))
            }
            Vocabulary::Games | Vocabulary::Records => Err(unknown),
        })
    }

    /// The meaning of a name: a fact; else a tag of the standard, in any letter case; else, if it
    /// begins with a capital letter, a tag of that name.
    ///
    /// # Errors
    /// Another name, with the nearest that would have done.
    ///
    /// ```
    /// use pgn_query::facts::Field;
    ///
    /// assert_eq!(Field::parse("whiteelo")?.name(), "WhiteElo");
    /// assert!(Field::parse("unheard").is_err());
    /// # Ok::<(), pgn_query::facts::UnknownWordError>(())
    /// ```
    pub fn parse(name: &str) -> Result<Field, UnknownWordError> {
        if let Some(row) = fact(name) {
            return Ok(match row.is_tag {
                true => Field::Tag(Cow::Borrowed(row.tags[0])),
                false => Field::Fact(row.fact),
            });
        }
        if let Some(known) = known_tag(name) {
            return Ok(Field::Tag(Cow::Borrowed(known)));
        }
        if name.starts_with(|first: char| first.is_ascii_uppercase()) && check_name(name).is_ok() {
            return Ok(Field::Tag(Cow::Owned(name.to_owned())));
        }
        let names = FACTS.iter().map(|row| row.name).chain(TAGS.iter().map(|tag| tag.name));
        Err(UnknownWordError { name: name.to_owned(), nearest: nearest_word(name, names) })
    }

    /// The name of the fact, also of a tag that is the same as a fact.
    ///
    /// ```
    /// use pgn_query::facts::Field;
    ///
    /// assert_eq!(Field::parse("plycount")?.name(), "plycount");
    /// # Ok::<(), pgn_query::facts::UnknownWordError>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Field::Fact(fact) => fact.row().name,
            Field::Tag(name) => {
                let row = FACTS.iter().find(|row| row.is_tag && row.tags[0] == name);
                row.map_or(name, |row| row.name)
            }
        }
    }

    /// The row of a fact.
    ///
    /// ```
    /// use pgn_query::facts::Field;
    ///
    /// assert!(Field::parse("elo")?.row().is_some_and(|row| row.has_side));
    /// assert!(Field::parse("MyTag")?.row().is_none());
    /// # Ok::<(), pgn_query::facts::UnknownWordError>(())
    /// ```
    #[must_use]
    pub fn row(&self) -> Option<&'static Row> {
        match self {
            Field::Fact(fact) => Some(fact.row()),
            Field::Tag(_) => None,
        }
    }

    /// Whether it speaks of one of the two sides.
    ///
    /// ```
    /// use pgn_query::facts::Field;
    ///
    /// assert!(Field::parse("elo")?.has_side() && !Field::parse("year")?.has_side());
    /// # Ok::<(), pgn_query::facts::UnknownWordError>(())
    /// ```
    #[must_use]
    pub fn has_side(&self) -> bool {
        self.row().is_some_and(|row| row.has_side)
    }

    /// The part of a game that must be read for it.
    ///
    /// ```
    /// use pgn_query::facts::{Cost, Field};
    ///
    /// assert_eq!(Field::parse("year")?.cost(), Cost::Tags);
    /// assert!(Field::parse("plycount")?.cost() > Cost::Tags);
    /// # Ok::<(), pgn_query::facts::UnknownWordError>(())
    /// ```
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.row().map_or(Cost::Tags, |row| row.cost)
    }

    /// The sort of its values; a tag is compared as its kind of value is.
    ///
    /// ```
    /// use pgn_query::facts::{Field, Kind};
    ///
    /// assert_eq!(Field::parse("year")?.kind(), Kind::Number);
    /// # Ok::<(), pgn_query::facts::UnknownWordError>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Field::Fact(fact) => fact.row().kind,
            Field::Tag(name) => match kind(name).map(|kind| kind.value) {
                Some(ValueType::Date) => Kind::Date,
                Some(ValueType::Ratings | ValueType::PlyCount) => Kind::Number,
                _ => Kind::Text,
            },
        }
    }

    /// Whether it names players, several in one value perhaps.
    ///
    /// ```
    /// use pgn_query::facts::Field;
    ///
    /// assert!(Field::parse("white")?.is_players() && !Field::parse("event")?.is_players());
    /// # Ok::<(), pgn_query::facts::UnknownWordError>(())
    /// ```
    #[must_use]
    pub fn is_players(&self) -> bool {
        match self {
            Field::Fact(fact) => matches!(fact, Fact::Player | Fact::Opponent),
            Field::Tag(name) => kind(name).is_some_and(|kind| kind.value == ValueType::Players),
        }
    }

    /// The value in a game: the first of several, or all of several names together. A tag whose
    /// value means unknown has none.
    ///
    /// ```
    /// use pgn_query::facts::{Field, GameView, Value};
    /// use pgnkit::chess::Color;
    ///
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// let year = Field::parse("year")?.value(&GameView::of(&game), Color::White);
    /// assert_eq!(year, Some(Value::Number(1960.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value<'a>(&self, game: &GameView<'a>, side: Color) -> Option<Value<'a>> {
        match self {
            Field::Fact(fact) => fact.value(game, side),
            Field::Tag(name) => game.tags.tag(name).map(Value::borrowed),
        }
    }
}

/// The name of a tag in its standard spelling, whatever its letter case.
pub(crate) fn known_tag(name: &str) -> Option<&'static str> {
    TAGS.iter().map(|tag| tag.name).find(|known| known.eq_ignore_ascii_case(name))
}

/// The names of the facts with a property, for a message or a page of help.
///
/// ```
/// use pgn_query::facts::words;
///
/// assert!(words(|row| row.unit == "plies").contains("plycount"));
/// ```
#[must_use]
pub fn words(is_wanted: impl Fn(&Row) -> bool) -> String {
    let rows = FACTS.iter().filter(|row| is_wanted(row));
    rows.map(|row| row.name).collect::<Vec<_>>().join(", ")
}
