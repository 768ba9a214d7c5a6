//! Custom symbols and words for NAGs, because the standard calls its own preliminary.
//!
//! Standard: §10. Decisions: D-35.

use super::Nag;
use std::fmt;

/// Custom symbols and words for some NAGs; the others have the usual ones.
///
/// ```
/// use pgnkit::nag::{Nag, NagTable};
/// let table = NagTable::parse("1\tstrong move\t!\n")?;
/// assert_eq!(table.words(Nag(1)), "strong move");
/// # Ok::<(), pgnkit::nag::NagTableError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NagTable {
    rows: Vec<(Nag, String, String)>,
}

/// An invalid line of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NagTableError {
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for NagTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected a number from 0 to 255, a tab, and words", self.line)
    }
}

impl std::error::Error for NagTableError {}

impl NagTable {
    /// Reads lines with a number, a tab, words, and optionally a tab and a symbol.
    ///
    /// Empty lines and those that begin with `#` are skipped; of two lines for one number, the
    /// later one counts.
    ///
    /// # Errors
    /// At the first line in another form.
    pub fn parse(text: &str) -> Result<NagTable, NagTableError> {
        let mut table = NagTable::default();
        for (idx, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let mut cells = line.split('\t').map(str::trim);
            let nag = cells.next().and_then(Nag::from_digits).filter(|nag| nag.is_in_range());
            let (nag, words) = match (nag, cells.next()) {
                (Some(nag), Some(words)) => (nag, words),
                (_, _) => return Err(NagTableError { line: idx + 1 }),
            };
            let sign = cells.next().unwrap_or_default();
            table.rows.retain(|row| row.0 != nag);
            table.rows.push((nag, words.to_owned(), sign.to_owned()));
        }
        Ok(table)
    }

    /// The custom symbol; `None` if the table has none.
    #[must_use]
    pub fn sign(&self, nag: Nag) -> Option<&str> {
        self.row(nag).map(|row| row.2.as_str()).filter(|sign| !sign.is_empty())
    }

    /// Whether the table contains this NAG.
    #[must_use]
    pub fn has(&self, nag: Nag) -> bool {
        self.row(nag).is_some()
    }

    /// The custom words, or those of the standard, or those of later programs, or the number.
    #[must_use]
    pub fn words(&self, nag: Nag) -> String {
        let own = self.row(nag).map(|row| row.1.as_str()).filter(|words| !words.is_empty());
        let usual = || nag.meaning().or_else(|| nag.later_meaning().map(|later| later.meaning));
        own.or_else(usual).map_or_else(|| nag.to_string(), str::to_owned)
    }

    fn row(&self, nag: Nag) -> Option<&(Nag, String, String)> {
        self.rows.iter().find(|row| row.0 == nag)
    }
}
