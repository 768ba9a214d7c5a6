//! Exceptions: the classes of `pgnkit.errors`, raised from Rust.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use std::fmt::Display;

/// A class of `pgnkit.errors`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ErrorClass {
    /// A file, a stream, an archive.
    Read,
    /// A file that does not exist.
    MissingFile,
    /// An engine that does not do what it was asked for.
    Engine,
    /// An engine that has ended.
    EngineTerminated,
    /// A text that is not a move.
    InvalidMove,
    /// A move that is not legal here.
    IllegalMove,
    /// A text that fits several legal moves.
    AmbiguousMove,
    /// A FEN, or a position that no game can be in.
    Position,
    /// A tag name or value that cannot be written.
    Tag,
    /// An invalid expression of `where`.
    Query,
    /// An invalid record, or data that are not games.
    Record,
    /// A game that a format cannot represent.
    Write,
    /// An invalid option.
    Option,
}

impl ErrorClass {
    const fn name(self) -> &'static str {
        match self {
            ErrorClass::Read => "ReadError",
            ErrorClass::MissingFile => "MissingFileError",
            ErrorClass::Engine => "EngineError",
            ErrorClass::EngineTerminated => "EngineTerminatedError",
            ErrorClass::InvalidMove => "InvalidMoveError",
            ErrorClass::IllegalMove => "IllegalMoveError",
            ErrorClass::AmbiguousMove => "AmbiguousMoveError",
            ErrorClass::Position => "PositionError",
            ErrorClass::Tag => "TagError",
            ErrorClass::Query => "QueryError",
            ErrorClass::Record => "RecordError",
            ErrorClass::Write => "WriteError",
            ErrorClass::Option => "OptionError",
        }
    }

    /// The exception with this message.
    pub(crate) fn raise(self, py: Python<'_>, message: impl Display) -> PyErr {
        build(py, self.name(), &message.to_string(), None).unwrap_or_else(|error| error)
    }

    /// The exception with this message and the number of a line.
    pub(crate) fn raise_at(self, py: Python<'_>, message: impl Display, line: u64) -> PyErr {
        let place = [("line", line)].into_py_dict(py);
        place
            .and_then(|place| build(py, self.name(), &message.to_string(), Some(&place)))
            .unwrap_or_else(|error| error)
    }

    /// The exception with this message and the name of a file.
    pub(crate) fn raise_in(self, py: Python<'_>, message: impl Display, file: &str) -> PyErr {
        let place = [("file", file)].into_py_dict(py);
        place
            .and_then(|place| build(py, self.name(), &message.to_string(), Some(&place)))
            .unwrap_or_else(|error| error)
    }
}

fn build(
    py: Python<'_>,
    name: &str,
    message: &str,
    place: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyErr> {
    let class = py.import("pgnkit.errors")?.getattr(name)?;
    Ok(PyErr::from_value(class.call((message,), place)?))
}
