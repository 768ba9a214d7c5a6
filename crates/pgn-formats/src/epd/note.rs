//! Findings in a line: the kind, the location, and the details for a message (§16.2, D-46 to D-51).

use super::fault;
use super::opcode::Opcode;
use pgnkit::chess::fen::{FenError, FenNotes};
use pgnkit::chess::notation::san::{Departures, ResolveError};
use pgnkit::chess::{Move, Position, SetupError};
use pgnkit::syntax::{Conformance, Diagnostic, Fault, Span};

/// A finding in a line. Its span counts from the start of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The kind of finding and its location.
    pub diagnostic: Diagnostic,
    /// More about it.
    pub detail: Detail,
}

/// The details for the message of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    None,
    /// A field that cannot be read.
    Fen(FenError),
    /// The corrections in the fields.
    FenCorrected(FenNotes),
    /// Why the position is impossible.
    Setup(SetupError),
    /// The opcode with the wrong operands.
    Opcode(Opcode),
    /// Two opcodes that do not fit together.
    Opcodes(Opcode, Opcode),
    /// Text that is not a legal move, and the position before it.
    Unresolved(Box<(Position, ResolveError)>),
    /// A move in an unusual spelling, and the position before it.
    Spelling(Box<(Position, Move, Departures)>),
}

impl Note {
    pub(super) fn new(fault: &Fault, span: Span) -> Note {
        Note { diagnostic: Diagnostic::new(fault, span), detail: Detail::None }
    }

    pub(super) fn with_detail(self, detail: Detail) -> Note {
        Note { detail, ..self }
    }

    pub(super) fn with_other(mut self, other: Span) -> Note {
        self.diagnostic = self.diagnostic.with_other(other);
        self
    }

    /// True if a strict reader rejects the line because of it.
    ///
    /// ```
    /// use pgn_formats::epd::{Note, ReadOptions, parse};
    ///
    /// let mut notes = Vec::new();
    /// let _ = parse(b"# a remark", &ReadOptions::default(), &mut notes);
    /// assert!(notes.iter().any(Note::is_departure));
    /// ```
    #[must_use]
    pub fn is_departure(&self) -> bool {
        fault::by_code(self.diagnostic.code)
            .is_some_and(|fault| fault.conformance == Conformance::Departure)
    }
}
