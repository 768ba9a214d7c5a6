//! Places in a text: spans inside a game, the game's start in its file, lines and columns.
//!
//! Owns: the units of place and the counting of lines. Knows nothing of: tokens, games, files.
//! Standard: §3.2.2 and §4.1 (newlines). Decisions: D-04, D-41.
//! Start at [`Span`]; [`LineIndex`] turns an offset into what an editor shows.

use crate::lexer::scan::each_block_of_line_ends;
use core::fmt;

/// A run of bytes of one game, as offsets from the game's [`GameStart`].
///
/// Half open: `start..end`. Games stay below 4 GiB, files need not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end`; an `end` before `start` gives the empty span at `start`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end: if end < start { start } else { end } }
    }

    /// The empty span at `offset`.
    #[must_use]
    pub const fn at(offset: u32) -> Span {
        Span { start: offset, end: offset }
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn cover(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes of the span in the text of its game; cut short where the text is shorter.
    #[must_use]
    pub fn of(self, game_text: &[u8]) -> &[u8] {
        let end = (self.end as usize).min(game_text.len());
        let start = (self.start as usize).min(end);
        &game_text[start..end]
    }
}

/// Offset in the file of the byte that the spans of a game count from, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GameStart(pub u64);

impl GameStart {
    /// The offset in the file of an offset in the game.
    #[must_use]
    pub const fn offset(self, in_game: u32) -> u64 {
        self.0 + in_game as u64
    }
}

/// A place as people count: both numbers from 1, columns in Unicode scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Line, from 1. Lines end with LF, CR LF or CR.
    pub line: u64,
    /// Column, from 1, in Unicode scalar values; a byte that is not UTF-8 counts as one.
    pub column: u64,
}

impl Location {
    /// The first place of a text.
    pub const START: Location = Location { line: 1, column: 1 };

    /// The place that is `place` in a text which begins at this place.
    #[must_use]
    pub fn of(self, place: Location) -> Location {
        let Location { line, column } = place;
        let column = if line == 1 { self.column + column - 1 } else { column };
        Location { line: self.line + line - 1, column }
    }

    /// The place after `text`, which begins at this place. One pass over `text`.
    ///
    /// `text` must not end between CR and LF; a cut there counts the line end twice.
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

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Number of line ends in `text`: LF, CR LF and CR each count once. One fast pass.
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

/// Where the lines of a text begin; answers offset → [`Location`] by binary search.
#[cfg(feature = "alloc")]
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: alloc::vec::Vec<u32>,
    first: Location,
}

#[cfg(feature = "alloc")]
impl LineIndex {
    /// Indexes `text`, whose first byte stands at `first`.
    ///
    /// Offsets beyond 4 GiB are not indexed. One pass over the text.
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

    /// The place of `offset` in `text`, the text that was indexed.
    #[must_use]
    pub fn location(&self, text: &[u8], offset: u32) -> Location {
        let line_idx = self.starts.partition_point(|&start| start <= offset) - 1;
        let start = self.starts[line_idx];
        let before = if line_idx == 0 { self.first.column } else { 1 };
        let column = before + count_columns(Span::new(start, offset).of(text));
        Location { line: self.first.line + line_idx as u64, column }
    }

    /// The line that holds `offset`, without its line end.
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
