//! Notes: diagnostics together with what is needed to explain them.
//!
//! Owns: the explanation of a fault at the moment it is found. Knows nothing of: sentences.
//! Standard: §8.2, §9.7. Decisions: D-22, D-31, D-32.
//! Start at [`Note`].

use crate::tag::Outcome;
use pgn_chess::fen::{FenError, FenNotes};
use pgn_chess::notation::letters::{Language, Letters};
use pgn_chess::notation::san::{Departures, Unresolved};
use pgn_chess::{Move, Position};
use pgn_syntax::{Diagnostic, GameStart};

/// A fault, where it is, and why.
#[derive(Debug, Clone, Copy)]
pub struct Note<'a> {
    /// Code and place.
    pub diagnostic: Diagnostic,
    /// What a printer may want to say about it.
    pub detail: Detail<'a>,
}

/// What explains a fault.
#[derive(Debug, Clone, Copy)]
pub enum Detail<'a> {
    /// The code and the place say everything.
    None,
    /// A text that is no legal move in this position.
    Unresolved {
        /// The position in which it should have been one.
        position: &'a Position,
        /// The text.
        text: &'a [u8],
        /// The reason.
        reason: &'a Unresolved,
    },
    /// A move that was understood, but is not written as it should be.
    Spelling {
        /// The position before the move.
        position: &'a Position,
        /// The move.
        mv: Move,
        /// How the text departs.
        departures: Departures,
    },
    /// A move number; the first is right, the second stood there.
    Number {
        /// The number that the next move has.
        expected: u32,
        /// The number in the text.
        found: u32,
    },
    /// Result tag and marker differ.
    Result {
        /// What the tag says, if it says anything.
        tag: Option<Outcome>,
        /// What the marker says, if there is one.
        marker: Option<Outcome>,
        /// What counts (D-22).
        taken: Outcome,
    },
    /// The letters in which the moves were read.
    Letters(&'a Letters),
    /// The languages in which the moves could be read.
    Languages(&'a [&'static Language]),
    /// A FEN that was refused.
    Fen(&'a FenError),
    /// A FEN that was corrected.
    FenCorrected(FenNotes),
    /// The position of which the fault speaks.
    Board(&'a Position),
}

/// Who takes notes: `()` drops them, a `Vec<Diagnostic>` keeps code and place, a closure does as
/// it likes.
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
