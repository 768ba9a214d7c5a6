//! A fix: edits of the text that belong together (D-18, D-25).

/// Whether a fix may be applied automatically.
///
/// ```
/// use pgn_lint::Applicability;
///
/// assert!(Applicability::Safe < Applicability::Unsafe);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// It keeps the moves, the comments, and the meaning of the tags.
    Safe,
    /// It requires a guess, or removes something.
    Unsafe,
}

impl Applicability {
    /// `safe` or `unsafe`.
    ///
    /// ```
    /// use pgn_lint::Applicability;
    ///
    /// assert_eq!(Applicability::Safe.name(), "safe");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

/// A replacement of bytes; offsets count from the start of the file.
///
/// ```
/// use pgn_lint::{Applicability, Edit, Fix, apply};
///
/// let edits = vec![Edit { start: 3, end: 7, text: "e4".to_owned() }];
/// let fix = Fix { applicability: Applicability::Safe, title: "write e4".to_owned(), edits };
/// let done = apply(b"1. e2e4 *", 0, &[&fix]);
/// assert_eq!(done.text, b"1. e4 *");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Offset of the first replaced byte.
    pub start: u64,
    /// Offset after the last replaced byte; equal to `start` for an insertion.
    pub end: u64,
    /// The new text: UTF-8 if the file is, otherwise ASCII, which fits every encoding.
    pub text: String,
}

/// A fix: a description and its edits, which belong together.
///
/// ```
/// use pgn_lint::{Applicability, Edit, Fix, apply};
///
/// let edits = vec![Edit { start: 3, end: 7, text: "e4".to_owned() }];
/// let fix = Fix { applicability: Applicability::Safe, title: "write e4".to_owned(), edits };
/// let done = apply(b"1. e2e4 *", 0, &[&fix]);
/// assert_eq!(done.applied, [0]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it may be applied automatically.
    pub applicability: Applicability,
    /// Its effect, in the imperative: `write Nf3`.
    pub title: String,
    /// The edits in order of their offsets, without overlaps.
    pub edits: Vec<Edit>,
}
