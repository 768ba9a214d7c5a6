//! Places in a text: spans inside a game, the game's start in its file, lines and columns.
//!
//! Standard: §3.2.2 and §4.1 (newlines). Decisions: D-04, D-41.

use core::fmt;

/// A range of bytes in one game, as offsets from the game's [`GameStart`]. Half open: `start..end`.
/// A game is smaller than 4 GiB; a file may be larger.
///
/// ```
/// use pgn_syntax::Span;
/// let (word, end) = (Span::new(3, 5), Span::at(9));
/// assert_eq!((word.len(), end.is_empty()), (2, true));
/// assert_eq!(word.of(b"1. e4 e5 *"), b"e4");
/// assert_eq!(word.cover(end), Span::new(3, 9));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end`; an `end` before `start` gives the empty span at `start`.
    ///
    /// ```
    /// use pgn_syntax::Span;
    /// assert_eq!(Span::new(3, 5).of(b"1. e4 *"), b"e4");
    /// ```
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end: if end < start { start } else { end } }
    }

    /// The empty span at `offset`.
    ///
    /// ```
    /// assert!(pgn_syntax::Span::at(7).is_empty());
    /// ```
    #[must_use]
    pub const fn at(offset: u32) -> Span {
        Span { start: offset, end: offset }
    }

    /// Length in bytes.
    ///
    /// ```
    /// assert_eq!(pgn_syntax::Span::new(3, 5).len(), 2);
    /// ```
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span is empty.
    ///
    /// ```
    /// use pgn_syntax::Span;
    /// assert!(Span::at(7).is_empty() && !Span::new(3, 5).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that covers both.
    ///
    /// ```
    /// use pgn_syntax::Span;
    /// assert_eq!(Span::new(3, 5).cover(Span::at(9)), Span::new(3, 9));
    /// ```
    #[must_use]
    pub fn cover(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes of the span in the text of its game; truncated if the text is shorter.
    ///
    /// ```
    /// assert_eq!(pgn_syntax::Span::new(3, 5).of(b"1. e4 *"), b"e4");
    /// ```
    #[must_use]
    pub fn of(self, game_text: &[u8]) -> &[u8] {
        let end = (self.end as usize).min(game_text.len());
        let start = (self.start as usize).min(end);
        &game_text[start..end]
    }
}

/// The byte offset in the file from which the spans of a game count.
///
/// ```
/// use pgn_syntax::GameStart;
/// assert_eq!(GameStart(1000).offset(20), 1020);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GameStart(pub u64);

impl GameStart {
    /// The offset in the file of an offset in the game.
    ///
    /// ```
    /// assert_eq!(pgn_syntax::GameStart(1_000).offset(20), 1_020);
    /// ```
    #[must_use]
    pub const fn offset(self, in_game: u32) -> u64 {
        self.0 + in_game as u64
    }
}

/// A line and column, both from 1; columns count Unicode scalar values.
///
/// ```
/// use pgn_syntax::Location;
/// let end = Location::START.after(b"[Event \"A\"]\n1. e4");
/// assert_eq!(end.to_string(), "2:6");
/// assert_eq!(end.of(Location { line: 1, column: 3 }).to_string(), "2:8");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Line, from 1. Lines end with LF, CR LF or CR.
    pub line: u64,
    /// Column, from 1, in Unicode scalar values; a byte that is not UTF-8 counts as one.
    pub column: u64,
}

impl Location {
    /// The start of a text.
    ///
    /// ```
    /// assert_eq!(pgn_syntax::Location::START.to_string(), "1:1");
    /// ```
    pub const START: Location = Location { line: 1, column: 1 };

    /// The location of `place`, which is relative to a text that begins at this location.
    #[must_use]
    pub fn of(self, place: Location) -> Location {
        let Location { line, column } = place;
        let column = if line == 1 { self.column + column - 1 } else { column };
        Location { line: self.line + line - 1, column }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
