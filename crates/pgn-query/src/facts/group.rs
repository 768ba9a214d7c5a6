//! The criteria for grouping games: a field, or bands of its values.
//!
//! ```text
//! group ::= field [":" number]        elo:100   2600-2699
//!                                     eco:1     B
//! ```

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

use super::field::{Field, UnknownWordError};
use super::table::Kind;
use super::value::Value;
use crate::vocabulary::Vocabulary;

/// A field, or bands of its values.
///
/// ```
/// use pgn_query::facts::Group;
///
/// assert_eq!(Group::parse("whiteelo:100")?.label(2600.0), "2600-2699");
/// # Ok::<(), pgn_query::facts::GroupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The field.
    pub field: Field,
    /// How wide a band of numbers is, or how many characters of a text count.
    pub band: Option<NonZeroU32>,
}

/// A text that is not a [`Group`].
///
/// ```
/// use pgn_query::facts::{Group, GroupError};
///
/// assert!(matches!(Group::parse("yeer"), Err(GroupError::Unknown(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupError {
    /// The name is unknown.
    Unknown(UnknownWordError),
    /// The text after the colon is not a number from 1.
    Band(String),
    /// The values of this word have no bands.
    NoBands(&'static str),
}

impl fmt::Display for GroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupError::Unknown(unknown) => unknown.fmt(f),
            GroupError::Band(text) => {
                write!(f, "expected a number from 1 after the colon, found `{text}`")
            }
            GroupError::NoBands(kind) => write!(f, "a {kind} has no bands"),
        }
    }
}

impl std::error::Error for GroupError {}

impl Group {
    /// Reads a field, with or without the width of a band.
    ///
    /// # Errors
    /// If it is not one.
    ///
    /// ```
    /// use pgn_query::facts::Group;
    ///
    /// let group = Group::parse("eco:1")?;
    /// assert_eq!((group.field.name(), group.band.map(|n| n.get())), ("eco", Some(1)));
    /// # Ok::<(), pgn_query::facts::GroupError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Group, GroupError> {
        Group::parse_in(text, Vocabulary::Games)
    }

    /// The same, with the names of a vocabulary.
    ///
    /// # Errors
    /// As [`parse`](Group::parse).
    ///
    /// ```
    /// use pgn_query::facts::{Group, Vocabulary};
    ///
    /// let group = Group::parse_in("id:3", Vocabulary::Records)?;
    /// assert_eq!(group.field.name(), "id");
    /// # Ok::<(), pgn_query::facts::GroupError>(())
    /// ```
    pub fn parse_in(text: &str, vocabulary: Vocabulary) -> Result<Group, GroupError> {
        let (name, band) = match text.split_once(':') {
            Some((name, band)) => (name, Some(band)),
            None => (text, None),
        };
        let field = Field::parse_in(name, vocabulary).map_err(GroupError::Unknown)?;
        let kind = field.kind();
        let has_bands = kind.is_number() || matches!(kind, Kind::Text | Kind::Eco);
        match band {
            None => Ok(Group { field, band: None }),
            Some(_) if !has_bands => Err(GroupError::NoBands(kind.name())),
            Some(band) => match band.parse() {
                Ok(band) => Ok(Group { field, band: Some(band) }),
                Err(_) => Err(GroupError::Band(band.to_owned())),
            },
        }
    }

    /// The representative of the band of a value: its smallest number, or the first characters.
    ///
    /// ```
    /// use pgn_query::facts::{Group, Value};
    ///
    /// let group = Group::parse("whiteelo:100")?;
    /// assert_eq!(group.banded(Value::Number(2650.0)), Value::Number(2600.0));
    /// # Ok::<(), pgn_query::facts::GroupError>(())
    /// ```
    #[must_use]
    pub fn banded<'a>(&self, value: Value<'a>) -> Value<'a> {
        let Some(band) = self.band else { return value };
        match value {
            Value::Number(number) => {
                let width = f64::from(band.get());
                Value::Number((number / width).floor() * width)
            }
            Value::Text(text) => {
                let end = text.char_indices().nth(band.get() as usize).map(|(end, _)| end);
                Value::Text(match (text, end) {
                    (text, None) => text,
                    (Cow::Borrowed(text), Some(end)) => Cow::Borrowed(&text[..end]),
                    (Cow::Owned(mut text), Some(end)) => {
                        text.truncate(end);
                        Cow::Owned(text)
                    }
                })
            }
            Value::Date(_)
            | Value::Outcome(_)
            | Value::Color(_)
            | Value::Speed(_)
            | Value::Flag(_)
            | Value::Unknown => value,
        }
    }

    /// The text for a number: a band by its ends, such as `2600-2699` or `-200 to -101`.
    ///
    /// ```
    /// use pgn_query::facts::Group;
    ///
    /// assert_eq!(Group::parse("year:10")?.label(1990.0), "1990-1999");
    /// # Ok::<(), pgn_query::facts::GroupError>(())
    /// ```
    #[must_use]
    pub fn label(&self, number: f64) -> String {
        let Some(band) = self.band else { return number.to_string() };
        let last = number + f64::from(band.get()) - 1.0;
        match number < 0.0 {
            true => format!("{number:+} to {last:+}"),
            false => format!("{number}-{last}"),
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.field.name())?;
        match self.band {
            Some(band) => write!(f, ":{band}"),
            None => Ok(()),
        }
    }
}
