//! A finding: what is wrong at a place in the file, in words, with a fix if there is one.
//!
//! Decisions: D-04.

use crate::edit::Fix;
use crate::rule::Rule;
use crate::severity::Severity;
use pgnkit::syntax::{Code, Location};

/// Where a finding is, in all units that readers of reports count in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Offset in the file of the first byte.
    pub byte_start: u64,
    /// Offset in the file after the last byte; the same as `byte_start` if something is missing.
    pub byte_end: u64,
    /// Line and column of the first byte, in characters of the game's encoding; a byte that is
    /// no character counts one.
    pub start: Location,
    /// Line and column after the last byte.
    pub end: Location,
    /// Column of the first byte in UTF-16 code units, from 1.
    pub column_utf16: u64,
    /// Column after the last byte in UTF-16 code units, from 1.
    pub end_column_utf16: u64,
}

/// The line of a finding, as much of it as fits a screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceLine {
    /// The text without control codes; at most about 200 characters.
    pub text: String,
    /// Characters before the fault.
    pub caret_start: usize,
    /// Characters of the fault, at least 1.
    pub caret_len: usize,
    /// The line has more before this text.
    pub is_cut_before: bool,
    /// The line has more after this text.
    pub is_cut_after: bool,
}

/// One fault in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which rule.
    pub rule: &'static Rule,
    /// How grave it is under the configuration.
    pub severity: Severity,
    /// The number of the game in the file, from 1; `None` outside of games.
    pub game: Option<u64>,
    /// Who played it: `Kasparov – Topalov`.
    pub players: Option<String>,
    /// Where.
    pub place: Place,
    /// How many faults it stands for: one, or the others of its rule in a game or a run that has
    /// more than are told one by one.
    pub n: u64,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// The fix.
    pub help: Option<String>,
    /// The fix as edits of the text.
    pub fix: Option<Fix>,
    /// The board at the place of an illegal or ambiguous move, as text of nine or ten lines.
    pub board: Option<String>,
    /// The line it is on.
    pub source_line: SourceLine,
}

impl Finding {
    /// The rule's permanent code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.rule.code()
    }

    /// The rule's permanent name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.rule.name()
    }

    /// Moves it to where it stands when so many lines and games come before the text that it was
    /// found in; bytes count from the beginning of the file already.
    pub fn shift(&mut self, n_lines: u64, n_games: u64) {
        self.place.start.line += n_lines;
        self.place.end.line += n_lines;
        self.game = self.game.map(|game| game + n_games);
    }

    /// The order of a report: by place, then by code.
    pub(crate) fn sort_key(&self) -> (u64, u64, Code) {
        (self.place.byte_start, self.place.byte_end, self.code())
    }
}
