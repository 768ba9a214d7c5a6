//! A fix: edits of the text that belong together.
//!
//! Decisions: D-18, D-25.

/// Whether a fix may be applied without looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// It keeps the moves, the comments, and what the tags mean to a reader.
    Safe,
    /// It takes a guess, or takes something away.
    Unsafe,
}

impl Applicability {
    /// `safe` or `unsafe`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

/// Bytes to be replaced; offsets count from the start of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Offset of the first byte that goes.
    pub start: u64,
    /// Offset after the last byte that goes; equal to `start` for an insertion.
    pub end: u64,
    /// What comes instead: UTF-8 where the text is, otherwise ASCII, which fits every encoding.
    pub text: String,
}

/// A correction: what it does, and the edits that do it. The edits belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it may be applied without looking.
    pub applicability: Applicability,
    /// What it does, as an order: `write Nf3`.
    pub title: String,
    /// In order of place, without overlaps.
    pub edits: Vec<Edit>,
}
