//! Findings in a text in another notation, with their locations in that text.

use pgnkit::game::Game;
use pgnkit::syntax::{Fault, Location};
use std::fmt;

/// A game from another notation than PGN.
///
/// ```
/// use pgn_formats::uci::MoveLines;
///
/// let imported = MoveLines::new(&b"e2e4 e7e5\n"[..]).next().unwrap()?;
/// assert_eq!((imported.line, imported.game.n_plies()), (1, 2));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Imported {
    /// The game, as complete as its record.
    pub game: Game,
    /// The first line of its record, from 1.
    pub line: u64,
    /// The findings in it, in the order of the record.
    pub found: Vec<Found>,
}

/// A finding, its location in the source, and the text there.
///
/// ```
/// use pgn_formats::uci::MoveLines;
///
/// let imported = MoveLines::new(&b"e2e4 e2e4\n"[..]).next().unwrap()?;
/// assert_eq!(imported.found[0].location.line, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The kind of finding.
    pub fault: &'static Fault,
    /// Line and column.
    pub location: Location,
    /// The text there: a move, or a whole line; at most 200 characters of it.
    pub text: String,
}

/// How much of a line is quoted, in characters.
const QUOTED_CHARS_MAX: usize = 200;

impl Found {
    pub(super) fn new(fault: &'static Fault, location: Location, text: &str) -> Found {
        Found { fault, location, text: text.chars().take(QUOTED_CHARS_MAX).collect() }
    }
}

/// `12:8: C001 illegal-move: illegal move: `Ke9``
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { line, column } = self.location;
        let Fault { code, name, summary, .. } = self.fault;
        write!(f, "{line}:{column}: {code} {name}: {summary}")?;
        if self.text.is_empty() { Ok(()) } else { write!(f, ": `{}`", self.text) }
    }
}
