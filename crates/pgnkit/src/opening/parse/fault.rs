//! Errors in a table.
//!
//! Standard: §9.4.

use pgn_syntax::Location;
use std::fmt;

/// An error in a table of openings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// Its location.
    pub location: Location,
    /// The kind of error.
    pub kind: TableErrorKind,
}

/// The kinds of errors in a table of openings.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableErrorKind {
    /// The table is empty.
    Empty,
    /// The table has an unknown form.
    UnknownForm,
    /// A row has a wrong number of columns.
    Columns(usize),
    /// This text is in the place of a code.
    Code(String),
    /// A name is missing.
    NoName,
    /// A name has no closing quote.
    OpenName,
    /// The moves are missing.
    NoMoves,
    /// An entry has no asterisk at its end.
    NoEnd,
    /// This move cannot be played there.
    Move(String),
    /// The moves do not begin in the usual start position of ordinary chess.
    OtherStart,
    /// The same moves have another name in this line.
    Twice {
        /// The name there.
        name: String,
        /// The line, from 1.
        line: u64,
    },
}

impl std::error::Error for TableError {}

impl fmt::Display for TableError {
    /// `line 3, column 7: expected a move that can be played, found "Nf9"`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.location.line, self.location.column)?;
        match &self.kind {
            TableErrorKind::Empty => f.write_str("expected openings, found nothing"),
            TableErrorKind::UnknownForm => f.write_str(
                "expected code, name and moves with tabs between them, games of PGN, \
                 or a code and a name in quotes",
            ),
            TableErrorKind::Columns(n) => {
                write!(f, "expected 3 columns (code, name, moves), found {n}")
            }
            TableErrorKind::Code(found) => {
                write!(f, "expected a code from A00 to E99, found {found:?}")
            }
            TableErrorKind::NoName => f.write_str("expected a name, found none"),
            TableErrorKind::OpenName => f.write_str("expected a quote at the end of the name"),
            TableErrorKind::NoMoves => f.write_str("expected moves, found none"),
            TableErrorKind::NoEnd => f.write_str("expected `*` after the moves"),
            TableErrorKind::Move(found) => {
                write!(f, "expected a move that can be played, found {found:?}")
            }
            TableErrorKind::OtherStart => {
                f.write_str("expected moves from the usual start position")
            }
            TableErrorKind::Twice { name, line } => {
                write!(f, "these moves are {name:?} in line {line}; this line counts")
            }
        }
    }
}
