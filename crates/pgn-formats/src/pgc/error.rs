//! Errors of reading (§20.4, D-54).

use core::fmt;
use pgnkit::syntax::Fault;
use std::io;

/// A problem in the data.
///
/// ```
/// use pgn_formats::pgc::Decoder;
/// use pgnkit::Game;
///
/// let mut decoder = Decoder::new(&b"\xff"[..]);
/// assert!(decoder.read_into(&mut Game::new()).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misread {
    /// The kind of problem.
    pub fault: &'static Fault,
    /// The byte offset in the data, from 0.
    pub offset: u64,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misread { fault, offset } = self;
        write!(f, "{} at byte {offset} ({} {})", fault.summary, fault.code, fault.name)
    }
}

/// Why there are no further games.
///
/// ```
/// use pgn_formats::pgc::{Decoder, PgcError};
///
/// let read = Decoder::new(&b"\xff"[..]).read_into(&mut pgnkit::Game::new());
/// assert!(matches!(read, Err(PgcError::Data(_))));
/// ```
#[derive(Debug)]
pub enum PgcError {
    /// The stream failed.
    Io(io::Error),
    /// The data is truncated or cannot be decoded further. The games before that were returned; the
    /// current one was not.
    Data(Misread),
}

impl fmt::Display for PgcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgcError::Io(error) => error.fmt(f),
            PgcError::Data(misread) => misread.fmt(f),
        }
    }
}

impl std::error::Error for PgcError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PgcError::Io(error) => Some(error),
            PgcError::Data(_) => None,
        }
    }
}
