//! Why a scan cannot be made, or cannot continue.

use std::error::Error as StdError;
use std::fmt;

#[cfg(feature = "arrow")]
use arrow_schema::ArrowError;
use pgn_query::QueryError;

/// An error, as a sentence for a person and a [`kind`](Error::kind) for code.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
enum Inner {
    Column {
        table: &'static str,
        name: String,
        nearest: Option<String>,
    },
    Repeated(String),
    Query(QueryError),
    #[cfg(feature = "arrow")]
    NumberInPart,
    #[cfg(feature = "arrow")]
    NoGameText(String),
    Db(pgn_db::error::Error),
    #[cfg(feature = "arrow")]
    Arrow(ArrowError),
}

/// The subject of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A column that the table does not have, or that is named twice.
    Column,
    /// An expression that cannot be understood.
    Query,
    /// A file or folder that cannot be read or written.
    Db(pgn_db::error::ErrorKind),
    /// A batch that cannot be made.
    Arrow,
}

impl Error {
    pub(crate) fn unknown_column(table: &'static str, name: &str, nearest: Option<&str>) -> Error {
        let (name, nearest) = (name.to_owned(), nearest.map(str::to_owned));
        Error(Box::new(Inner::Column { table, name, nearest }))
    }

    pub(crate) fn repeated_column(name: &str) -> Error {
        Error(Box::new(Inner::Repeated(name.to_owned())))
    }

    #[cfg(feature = "arrow")]
    pub(crate) fn number_in_part() -> Error {
        Error(Box::new(Inner::NumberInPart))
    }

    #[cfg(feature = "arrow")]
    pub(crate) fn no_game_text(why: String) -> Error {
        Error(Box::new(Inner::NoGameText(why)))
    }

    /// Its subject.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match &*self.0 {
            Inner::Column { .. } | Inner::Repeated(_) => ErrorKind::Column,
            Inner::Query(_) => ErrorKind::Query,
            #[cfg(feature = "arrow")]
            Inner::NoGameText(_) => ErrorKind::Column,
            #[cfg(feature = "arrow")]
            Inner::NumberInPart => ErrorKind::Query,
            Inner::Db(error) => ErrorKind::Db(error.kind()),
            #[cfg(feature = "arrow")]
            Inner::Arrow(_) => ErrorKind::Arrow,
        }
    }

    /// A suggestion: the name of a column, or how to fix an expression or a file.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        match &*self.0 {
            Inner::Column { nearest, .. } => nearest.as_deref(),
            Inner::Query(error) => error.hint(),
            Inner::Db(error) => error.hint(),
            Inner::Repeated(_) => None,
            #[cfg(feature = "arrow")]
            Inner::NumberInPart | Inner::NoGameText(_) | Inner::Arrow(_) => None,
        }
    }

    /// The error of a file or folder, if it is one.
    #[must_use]
    pub fn into_db_error(self) -> Option<pgn_db::error::Error> {
        match *self.0 {
            Inner::Db(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Inner::Column { table, name, nearest } => {
                write!(f, "the table `{table}` has no column `{name}`")?;
                match nearest {
                    Some(nearest) => write!(f, " (did you mean `{nearest}`?)"),
                    None => Ok(()),
                }
            }
            Inner::Repeated(name) => write!(f, "the column `{name}` is named twice"),
            Inner::Query(error) => error.fmt(f),
            #[cfg(feature = "arrow")]
            Inner::NoGameText(why) => f.write_str(why),
            #[cfg(feature = "arrow")]
            Inner::NumberInPart => f.write_str(
                "numbers of games and lines are not known in a part of a file, and the expression \
                 asks for one",
            ),
            Inner::Db(error) => error.fmt(f),
            #[cfg(feature = "arrow")]
            Inner::Arrow(error) => error.fmt(f),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &*self.0 {
            Inner::Column { .. } | Inner::Repeated(_) => None,
            #[cfg(feature = "arrow")]
            Inner::NumberInPart | Inner::NoGameText(_) => None,
            Inner::Query(error) => Some(error),
            Inner::Db(error) => Some(error),
            #[cfg(feature = "arrow")]
            Inner::Arrow(error) => Some(error),
        }
    }
}

impl From<QueryError> for Error {
    fn from(error: QueryError) -> Error {
        Error(Box::new(Inner::Query(error)))
    }
}

impl From<pgn_db::error::Error> for Error {
    fn from(error: pgn_db::error::Error) -> Error {
        Error(Box::new(Inner::Db(error)))
    }
}

#[cfg(feature = "arrow")]
impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Error {
        Error(Box::new(Inner::Arrow(error)))
    }
}

#[cfg(feature = "arrow")]
impl From<Error> for ArrowError {
    fn from(error: Error) -> ArrowError {
        match *error.0 {
            Inner::Arrow(error) => error,
            _ => ArrowError::ExternalError(Box::new(error)),
        }
    }
}
