//! The content of a report column, and where it is shown.

use std::borrow::Cow;

use super::{Format, Value};

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name for programs, in snake_case; it stays what it is.
    pub name: Cow<'static, str>,
    /// Its heading for people.
    pub heading: Cow<'static, str>,
    /// Its content.
    pub kind: Kind,
    /// It identifies the subject of a row.
    pub is_head: bool,
    /// The text for people if the value is unknown.
    pub unknown: &'static str,
    /// Where it is shown.
    pub audience: Audience,
}

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// Letters of equal width, such as results game by game.
    Code,
    /// Whole numbers.
    Integer,
    /// Numbers with this many digits after the point, for people; programs get up to four.
    Decimal(u8),
    /// Numbers with as many digits as they need, at most two for people.
    Points,
    /// A share: `54.3%` for people, `0.5432` for programs.
    Percent,
    /// A date of digits, `19720711`, with zeros for unknown digits: `1972.07.11`.
    Date,
    /// True or false.
    Flag,
    /// Lists and objects of JSON; others get a text.
    Nested,
    /// The FEN of a position; a web page shows the board.
    Board,
    /// The games of the row as a bar, in four parts with these names: won, drawn, lost, open.
    Bar {
        /// The names of the parts.
        names: [&'static str; 4],
        /// The games of the longest bar.
        most: u64,
    },
}

impl Kind {
    /// Whether cells are at the left side of their column.
    #[must_use]
    pub fn is_text(self) -> bool {
        matches!(self, Kind::Text | Kind::Code | Kind::Nested | Kind::Flag | Kind::Board)
    }
}

/// Where a column is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Everyone.
    #[default]
    All,
    /// People.
    People,
    /// Only on wide pages, not in text.
    Pages,
    /// Programs.
    Programs,
}

impl Audience {
    /// Whether it reads this form.
    #[must_use]
    pub fn reads(self, format: Format) -> bool {
        match self {
            Audience::All => true,
            Audience::People => format.is_for_people(),
            Audience::Pages => format.is_for_people() && format != Format::Text,
            Audience::Programs => !format.is_for_people(),
        }
    }
}

impl Column {
    /// A column that everyone is shown; its heading is its name.
    pub fn new(name: impl Into<Cow<'static, str>>, kind: Kind) -> Column {
        let name = name.into();
        let heading = match name.contains('_') {
            true => name.replace('_', " ").into(),
            false => name.clone(),
        };
        Column { name, heading, kind, is_head: false, unknown: "", audience: Audience::All }
    }

    /// With this heading.
    #[must_use]
    pub fn heading(self, heading: impl Into<Cow<'static, str>>) -> Column {
        Column { heading: heading.into(), ..self }
    }

    /// As the heading of rows.
    #[must_use]
    pub fn head(self) -> Column {
        Column { is_head: true, ..self }
    }

    /// With a word for what is not known.
    #[must_use]
    pub fn unknown(self, unknown: &'static str) -> Column {
        Column { unknown, ..self }
    }

    /// For these alone.
    #[must_use]
    pub fn only(self, audience: Audience) -> Column {
        Column { audience, ..self }
    }
}

/// A column, and how its value follows from what a row is about.
pub struct ColumnOf<T> {
    /// The column.
    pub column: Column,
    /// Its value.
    pub value: fn(&T) -> Value,
}

impl<T> ColumnOf<T> {
    /// A column with its value.
    pub fn new(column: Column, value: fn(&T) -> Value) -> ColumnOf<T> {
        ColumnOf { column, value }
    }

    /// The columns of `all` that this form shows.
    pub fn of(mut all: Vec<ColumnOf<T>>, format: Format) -> Vec<ColumnOf<T>> {
        all.retain(|it| it.column.audience.reads(format));
        all
    }
}
