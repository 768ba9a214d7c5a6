//! A finding: a problem at a place in the file, in words, with a fix if there is one (D-04).

use crate::edit::Fix;
use crate::rule::Rule;
use crate::severity::Severity;
use pgnkit::syntax::{Code, Location};

/// The location of a finding, in all units that reports use.
///
/// ```
/// # use pgn_lint::{Config, Linter};
/// # let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
/// # let mut regions = pgnkit::syntax::Regions::new(text);
/// # let region = regions.next_region()?.unwrap();
/// # let findings = Linter::new(Config::default()).lint_region(&region);
/// # let finding = findings.iter().find(|it| it.name() == "illegal-move").unwrap();
/// let place = finding.place;
/// assert_eq!((place.start.column, place.end.column), (13, 16));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Place {
    /// Offset in the file of the first byte.
    pub byte_start: u64,
    /// Offset in the file after the last byte; the same as `byte_start` if something is missing.
    pub byte_end: u64,
    /// Line and column of the first byte, in characters of the game's encoding; a byte that is not
    /// a character counts as one.
    pub start: Location,
    /// Line and column after the last byte.
    pub end: Location,
    /// Column of the first byte in UTF-16 code units, from 1.
    pub column_utf16: u64,
    /// Column after the last byte in UTF-16 code units, from 1.
    pub end_column_utf16: u64,
}

/// The source line of a finding, as much of it as fits on a screen.
///
/// ```
/// # use pgn_lint::{Config, Linter};
/// # let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
/// # let mut regions = pgnkit::syntax::Regions::new(text);
/// # let region = regions.next_region()?.unwrap();
/// # let findings = Linter::new(Config::default()).lint_region(&region);
/// # let finding = findings.iter().find(|it| it.name() == "illegal-move").unwrap();
/// let line = &finding.source_line;
/// assert_eq!((line.text.as_str(), line.caret_len), ("1. e4 e5 2. Ke3 *", 3));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SourceLine {
    /// The text without control codes; at most about 200 characters.
    pub text: String,
    /// Characters before the finding.
    pub caret_start: usize,
    /// Characters of the finding, at least 1.
    pub caret_len: usize,
    /// The line has more before this text.
    pub is_cut_before: bool,
    /// The line has more after this text.
    pub is_cut_after: bool,
}

/// One finding in a file.
///
/// ```
/// // Of the text `[White "Tal"]`, `1. e4 e5 2. Ke3 *`:
/// # use pgn_lint::{Config, Linter};
/// # let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
/// # let mut regions = pgnkit::syntax::Regions::new(text);
/// # let region = regions.next_region()?.unwrap();
/// # let findings = Linter::new(Config::default()).lint_region(&region);
/// # let finding = findings.iter().find(|it| it.name() == "illegal-move").unwrap();
/// assert_eq!((finding.game, finding.place.start.line), (Some(1), 3));
/// assert!(finding.fix.is_none() && finding.board.is_some());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Its rule.
    pub rule: &'static Rule,
    /// Its severity under the configuration.
    pub severity: Severity,
    /// The number of the game in the file, from 1; `None` outside of games.
    pub game: Option<u64>,
    /// The players: `Kasparov – Topalov`.
    pub players: Option<String>,
    /// Its location.
    pub place: Place,
    /// The number of findings that it represents: one, or the remaining findings of its rule, if a
    /// game or a run has more than are listed.
    pub n: u64,
    /// The message, in lower case and without a period.
    pub message: String,
    /// The fix.
    pub help: Option<String>,
    /// The fix as edits of the text.
    pub fix: Option<Fix>,
    /// The board before an illegal or ambiguous move, as text of nine or ten lines.
    pub board: Option<String>,
    /// The line it is on.
    pub source_line: SourceLine,
}

impl Finding {
    /// The rule's permanent code.
    ///
    /// ```
    /// # use pgn_lint::{Config, Linter};
    /// # let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
    /// # let mut regions = pgnkit::syntax::Regions::new(text);
    /// # let region = regions.next_region()?.unwrap();
    /// # let findings = Linter::new(Config::default()).lint_region(&region);
    /// # let finding = findings.iter().find(|it| it.name() == "illegal-move").unwrap();
    /// assert_eq!(finding.code(), pgn_lint::rule("illegal-move").unwrap().code());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> Code {
        self.rule.code()
    }

    /// The rule's permanent name.
    ///
    /// ```
    /// # use pgn_lint::{Config, Linter};
    /// # let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
    /// # let mut regions = pgnkit::syntax::Regions::new(text);
    /// # let region = regions.next_region()?.unwrap();
    /// # let findings = Linter::new(Config::default()).lint_region(&region);
    /// # let finding = findings.iter().find(|it| it.name() == "illegal-move").unwrap();
    /// assert_eq!(finding.name(), "illegal-move");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.rule.name()
    }

    /// Adjusts its location for this many lines and games before the text in which it was found;
    /// byte offsets already count from the beginning of the file.
    ///
    /// ```
    /// # use pgn_lint::{Config, Linter};
    /// # let text = &b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..];
    /// # let mut regions = pgnkit::syntax::Regions::new(text);
    /// # let region = regions.next_region()?.unwrap();
    /// # let findings = Linter::new(Config::default()).lint_region(&region);
    /// # let finding = findings.iter().find(|it| it.name() == "illegal-move").unwrap();
    /// let mut finding = finding.clone();
    /// finding.shift(100, 7);
    /// assert_eq!((finding.place.start.line, finding.game), (103, Some(8)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
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
