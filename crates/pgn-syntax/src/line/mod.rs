//! Lines and columns of a text.
//!
//! Standard: §3.2.2 and §4.1 (newlines). Decisions: D-04, D-41.
//! Start at [`LineIndex`], or at [`Location::after`].

use crate::lexer::scan::each_block_of_line_ends;
use crate::span::Location;
#[cfg(feature = "alloc")]
use crate::span::Span;

impl Location {
    /// The location after `text`, which begins at this location. One pass over `text`.
    ///
    /// `text` must not end between CR and LF; otherwise the line end is counted twice.
    ///
    /// ```
    /// use pgn_syntax::Location;
    /// assert_eq!(Location::START.after(b"1. e4\n1-0").to_string(), "2:4");
    /// ```
    #[must_use]
    pub fn after(self, text: &[u8]) -> Location {
        let n_lines = count_line_ends(text);
        if n_lines == 0 {
            return Location { line: self.line, column: self.column + count_columns(text) };
        }
        let last = memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1);
        Location { line: self.line + n_lines, column: 1 + count_columns(&text[last..]) }
    }
}

/// Number of line ends in `text`: LF, CR LF and CR each count once. One fast pass.
///
/// ```
/// assert_eq!(pgn_syntax::line::count_line_ends(b"a\r\nb\nc"), 2);
/// ```
#[must_use]
pub fn count_line_ends(text: &[u8]) -> u64 {
    let mut n = 0;
    each_block_of_line_ends(text, |_, ends| {
        n += u64::from(ends.count_ones());
        true
    });
    n
}

/// Number of columns that `text`, a piece of one line, takes.
fn count_columns(text: &[u8]) -> u64 {
    if text.is_ascii() {
        return text.len() as u64;
    }
    text.utf8_chunks()
        .map(|chunk| chunk.valid().chars().count() as u64 + chunk.invalid().len() as u64)
        .sum()
}

/// An index of the lines of a text, which converts offsets to [`Location`]s by binary search.
///
/// ```
/// use pgn_syntax::{LineIndex, Location, Span};
/// let text = b"[Event \"A\"]\n\n1. e4 *\n";
/// let lines = LineIndex::new(text, Location::START);
/// assert_eq!(lines.n_lines(), 4);
/// assert_eq!(lines.location(text, 16).to_string(), "3:4");
/// assert_eq!(lines.line_span(text, 16), Span::new(13, 20));
/// ```
#[cfg(feature = "alloc")]
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: alloc::vec::Vec<u32>,
    first: Location,
}

#[cfg(feature = "alloc")]
impl LineIndex {
    /// Indexes `text`, whose first byte is at `first`, in one pass. Offsets beyond 4 GiB are not
    /// indexed.
    ///
    /// ```
    /// use pgn_syntax::{LineIndex, Location};
    /// assert_eq!(LineIndex::new(b"1. e4\n1-0", Location::START).n_lines(), 2);
    /// ```
    #[must_use]
    pub fn new(text: &[u8], first: Location) -> LineIndex {
        let mut starts = alloc::vec![0u32];
        each_block_of_line_ends(text, |base, mut ends| {
            while ends != 0 {
                let Ok(start) = u32::try_from(base + ends.trailing_zeros() as usize + 1) else {
                    return false;
                };
                starts.push(start);
                ends &= ends - 1;
            }
            true
        });
        LineIndex { starts, first }
    }

    /// The location of `offset` in `text`, which must be the indexed text.
    #[must_use]
    pub fn location(&self, text: &[u8], offset: u32) -> Location {
        let line_idx = self.starts.partition_point(|&start| start <= offset) - 1;
        let start = self.starts[line_idx];
        let before = if line_idx == 0 { self.first.column } else { 1 };
        let column = before + count_columns(Span::new(start, offset).of(text));
        Location { line: self.first.line + line_idx as u64, column }
    }

    /// The line that contains `offset`, without its line end.
    ///
    /// ```
    /// use pgn_syntax::{LineIndex, Location};
    /// let text = b"1. e4\n1-0";
    /// let lines = LineIndex::new(text, Location::START);
    /// assert_eq!(lines.line_span(text, 8).of(text), b"1-0");
    /// ```
    #[must_use]
    pub fn line_span(&self, text: &[u8], offset: u32) -> Span {
        let line_idx = self.starts.partition_point(|&start| start <= offset) - 1;
        let start = self.starts[line_idx];
        let rest = &text[(start as usize).min(text.len())..];
        let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        Span::new(start, start.saturating_add(u32::try_from(len).unwrap_or(u32::MAX)))
    }

    /// Number of lines; a text that ends with a line end has an empty last line.
    #[must_use]
    pub fn n_lines(&self) -> usize {
        self.starts.len()
    }
}

#[cfg(test)]
mod tests;
