//! Notes: diagnostics together with what is needed to explain them.
//!
//! Standard: §8.2, §9.7. Decisions: D-22, D-31, D-32.

use crate::tag::Outcome;
use pgn_chess::fen::{FenError, FenNotes};
use pgn_chess::notation::letters::{Language, Letters};
use pgn_chess::notation::san::{Departures, ResolveError};
use pgn_chess::{Move, Position};
use pgn_syntax::{Diagnostic, GameStart};

/// A finding, its location, and its details.
#[derive(Debug, Clone, Copy)]
pub struct Note<'a> {
    /// Code and location.
    pub diagnostic: Diagnostic,
    /// Details for its message.
    pub detail: Detail<'a>,
}

/// The details of a finding.
#[derive(Debug, Clone, Copy)]
pub enum Detail<'a> {
    /// No details.
    None,
    /// A text that is not a legal move in this position.
    Unresolved {
        /// The position in which it should have been one.
        position: &'a Position,
        /// The text.
        text: &'a [u8],
        /// The reason.
        reason: &'a ResolveError,
    },
    /// A move that was read, but is not in standard notation.
    Spelling {
        /// The position before the move.
        position: &'a Position,
        /// The move.
        mv: Move,
        /// How the text departs.
        departures: Departures,
    },
    /// A move number: the correct one, and the written one.
    Number {
        /// The number that the next move has.
        expected: u32,
        /// The number in the text.
        found: u32,
    },
    /// Result tag and marker differ.
    Result {
        /// The result in the tag, if any.
        tag: Option<Outcome>,
        /// The result in the marker, if any.
        marker: Option<Outcome>,
        /// The result that counts (D-22).
        taken: Outcome,
    },
    /// The letters in which the moves were read.
    Letters(&'a Letters),
    /// The languages in which the moves could be read.
    Languages(&'a [&'static Language]),
    /// A FEN that was rejected.
    Fen(&'a FenError),
    /// A FEN that was corrected.
    FenCorrected(FenNotes),
    /// The position that the finding refers to.
    Board(&'a Position),
}

/// Receives findings: `()` drops them, a `Vec<Diagnostic>` keeps code and location, and a closure
/// can do anything.
///
/// ```
/// use pgnkit::read::{Games, Note, ReadOptions};
/// let mut n_notes = 0;
/// let count = |_: Note<'_>| n_notes += 1;
/// Games::with(&b"1. e4 e5 2. Nf6 *"[..], ReadOptions::default(), count).for_each(drop);
/// assert_eq!(n_notes, 1);
/// ```
pub trait NoteSink {
    /// Takes one note about the game that is being read.
    fn note(&mut self, note: Note<'_>);

    /// Takes a note about text outside any game, relative to `start`.
    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        let _ = (start, diagnostic);
    }
}

impl NoteSink for () {
    fn note(&mut self, _: Note<'_>) {}
}

impl NoteSink for Vec<Diagnostic> {
    fn note(&mut self, note: Note<'_>) {
        self.push(note.diagnostic);
    }
    fn outside(&mut self, _: GameStart, diagnostic: Diagnostic) {
        self.push(diagnostic);
    }
}

impl<F: FnMut(Note<'_>)> NoteSink for F {
    fn note(&mut self, note: Note<'_>) {
        self(note);
    }
    fn outside(&mut self, _: GameStart, diagnostic: Diagnostic) {
        self(Note { diagnostic, detail: Detail::None });
    }
}
