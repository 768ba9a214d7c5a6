//! Why a value does not fit its grammar: the place, the expected text, the text found.
//!
//! Standard: §9. Decisions: D-25.

use std::fmt;
use std::ops::Range;

/// An error in a value. Displays as one sentence, in lower case, without a period: ``expected a
/// digit, found `x` ``.
///
/// ```
/// let error = "1992.1x.04".parse::<pgnkit::tag::Date>().unwrap_err();
/// assert_eq!(error.offset(), 6);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueError {
    offset: usize,
    len: usize,
    expected: &'static str,
    found: Found,
}

/// The text found instead of the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The value ended.
    End,
    /// One character.
    Char(char),
    /// A word or number, shortened to [`FOUND_CHARS_MAX`] characters.
    Text(Box<str>),
}

/// The maximum length of text that is quoted in an error, in characters: enough for any word of the
/// standard.
#[doc(hidden)]
pub const FOUND_CHARS_MAX: usize = 40;

impl ValueError {
    /// Byte offset of the error within the value; at most the value's length.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert_eq!(Date::parse("1992-08-31").unwrap_err().offset(), 4);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The range of invalid bytes within the value; empty if something is missing there.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert_eq!(Date::parse("1992-08-31").unwrap_err().range(), 4..5);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.len
    }

    /// What the grammar expects, as a phrase: `a digit`, `the end of the date`.
    ///
    /// ```
    /// # use pgnkit::tag::Date;
    /// assert_eq!(Date::parse("1992-08-31").unwrap_err().expected(), "a period");
    /// ```
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.expected
    }

    /// The text found instead.
    #[must_use]
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// The character at `offset` of `value` (or its end) is not what was expected.
    ///
    /// `offset` must be a character boundary of `value`; anything else counts as its end.
    pub(crate) fn at(value: &str, offset: usize, expected: &'static str) -> ValueError {
        match value.get(offset..).and_then(|rest| rest.chars().next()) {
            Some(found) => {
                ValueError { offset, len: found.len_utf8(), expected, found: Found::Char(found) }
            }
            None => ValueError { offset: value.len(), len: 0, expected, found: Found::End },
        }
    }

    /// The text in `range` of `value` is not what was expected.
    pub(crate) fn text(value: &str, range: Range<usize>, expected: &'static str) -> ValueError {
        let text = value.get(range.clone()).unwrap_or_default();
        if text.is_empty() {
            return ValueError::at(value, range.start, expected);
        }
        let shown = match text.char_indices().nth(FOUND_CHARS_MAX) {
            Some((len, _)) => format!("{}…", &text[..len]).into_boxed_str(),
            None => Box::from(text),
        };
        let found = Found::Text(shown);
        ValueError { offset: range.start, len: text.len(), expected, found }
    }

    /// All of `value` is unexpected.
    pub(crate) fn whole(value: &str, expected: &'static str) -> ValueError {
        ValueError::text(value, 0..value.len(), expected)
    }

    /// The same error relative to a text in which the value begins `by` bytes further on.
    #[must_use]
    pub(crate) fn shifted(self, by: usize) -> ValueError {
        ValueError { offset: self.offset + by, ..self }
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::End => f.write_str("the end"),
            Found::Char(character) if character.is_control() => {
                write!(f, "`{}`", character.escape_debug())
            }
            Found::Char(character) => write!(f, "`{character}`"),
            Found::Text(text) => {
                f.write_str("`")?;
                let mut rest = &**text;
                while let Some((at, control)) = rest.char_indices().find(|(_, c)| c.is_control()) {
                    write!(f, "{}{}", &rest[..at], control.escape_debug())?;
                    rest = &rest[at + control.len_utf8()..];
                }
                f.write_str(rest)?;
                f.write_str("`")
            }
        }
    }
}

impl std::error::Error for ValueError {}

/// Values that are parsed from any text, as [`str::parse`] does it.
macro_rules! parsed_by_from_str {
    ($($Value:ident)*) => {
        $(impl std::str::FromStr for super::$Value {
            type Err = ValueError;

            fn from_str(value: &str) -> Result<Self, ValueError> {
                Self::parse(value)
            }
        })*
    };
}

parsed_by_from_str! { Date Outcome Time TimeControl }

/// Values that are a word of a list.
macro_rules! parsed_by_name {
    ($($Value:ident or $expected:literal;)*) => {
        $(impl super::$Value {
            /// Parses a value, letter case included; `None` for the empty value.
            ///
            /// # Errors
            /// If it is not one of the names.
            pub fn parse(value: &str) -> Result<Option<Self>, ValueError> {
                if value.is_empty() {
                    return Ok(None);
                }
                let fault = || ValueError::whole(value, $expected);
                Self::from_name(value).map(Some).ok_or_else(fault)
            }
        })*
    };
}

parsed_by_name! {
    Title or "a title such as `GM`, or `-`";
    PlayerType or "`human` or `program`";
    SetUp or "`0` or `1`";
    Termination or "a termination such as `normal`";
}
