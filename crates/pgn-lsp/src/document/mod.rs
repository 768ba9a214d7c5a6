//! A text that an editor has open, split into games or lines that are read separately.

mod edit;

use std::ops;

use lsp_types::{Position, Range, Uri};
use pgn_lint::{Finding, TextKind};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{GameEnd, GameStart, Location, Region};

use crate::units::{Units, char_len, line_end_len};

/// An open text.
///
/// It is stored as pieces, one for each region of games or line of positions, whose offsets do not
/// depend on the pieces before them. An edit cuts and reads only the pieces around it.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) kind: TextKind,
    pub(crate) pieces: Vec<Piece>,
    units: Units,
}

/// A region of games, or a line of positions.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) text: Box<[u8]>,
    pub(crate) end: Option<GameEnd>,
    /// The findings of the linter; `None` if it must read the piece again. Offsets count from the
    /// piece.
    pub(crate) findings: Option<Vec<Finding>>,
    /// The findings from comparing the piece with others.
    pub(crate) file_findings: Vec<Finding>,
    n_line_ends: u32,
    /// Length of the text after the last line end.
    tail: u32,
}

/// Where a piece begins in its document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PieceStart {
    pub(crate) offset: usize,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) n_games: u64,
}

/// An offset of a document: the piece, and the offset in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) piece: usize,
    pub(crate) offset: usize,
}

impl Piece {
    fn new(text: &[u8], end: Option<GameEnd>, units: Units) -> Piece {
        let (n_line_ends, tail) = units.measure(text);
        let (findings, file_findings) = (None, Vec::new());
        Piece { text: text.into(), end, findings, file_findings, n_line_ends, tail }
    }

    /// Whether it has a game or a record.
    pub(crate) fn is_game(&self) -> bool {
        self.end.is_some_and(|end| end != GameEnd::NoGame)
    }

    /// Whether it has a line for the linter, such as `%pgnkit ignore C001`.
    pub(crate) fn has_directive(&self) -> bool {
        memchr::memmem::find(&self.text, b"%pgnkit").is_some()
    }

    /// The piece as a separate region.
    pub(crate) fn region(&self) -> Region<'_> {
        let (start, location) = (GameStart(0), Location::START);
        Region { text: &self.text, start, location, n_games_before: 0, end: self.end }
    }

    /// All findings in it, if the linter has read it.
    pub(crate) fn all_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().flatten().chain(&self.file_findings)
    }
}

impl PieceStart {
    /// Where the piece after this one begins.
    pub(crate) fn after(self, piece: &Piece) -> PieceStart {
        let column = if piece.n_line_ends == 0 { self.column + piece.tail } else { piece.tail };
        PieceStart {
            offset: self.offset + piece.text.len(),
            line: self.line + piece.n_line_ends,
            column,
            n_games: self.n_games + u64::from(piece.is_game()),
        }
    }
}

impl Document {
    pub(crate) fn new(
        (uri, version): (Uri, i32),
        kind: TextKind,
        units: Units,
        text: &str,
    ) -> Document {
        let cut = cut(text.as_bytes(), 0, kind);
        let pieces = cut.into_iter().map(|(text, end)| Piece::new(text, end, units)).collect();
        Document { uri, version, kind, pieces, units }
    }

    /// Its length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.pieces.iter().map(|piece| piece.text.len()).sum()
    }

    /// Whether the first piece has a line for the linter.
    pub(crate) fn has_directive_at_top(&self) -> bool {
        self.pieces.first().is_some_and(Piece::has_directive)
    }

    /// Each piece with its start.
    pub(crate) fn starts(&self) -> impl Iterator<Item = (PieceStart, &Piece)> {
        self.pieces.iter().scan(PieceStart::default(), |next, piece| {
            let start = *next;
            *next = start.after(piece);
            Some((start, piece))
        })
    }

    /// Where a piece begins; the end of the text for one that does not exist.
    pub(crate) fn start_of(&self, idx: usize) -> PieceStart {
        self.pieces.iter().take(idx).fold(PieceStart::default(), PieceStart::after)
    }

    /// The place of an offset; the last piece's end if the text is shorter.
    fn place_of_offset(&self, mut offset: usize) -> Place {
        for (piece, it) in self.pieces.iter().enumerate() {
            let is_last = piece + 1 == self.pieces.len();
            if offset < it.text.len() || is_last {
                return Place { piece, offset: offset.min(it.text.len()) };
            }
            offset -= it.text.len();
        }
        Place { piece: 0, offset: 0 }
    }

    /// The place that a position means. Positions after the end of their line mean its end, those
    /// after the last line the end of the text, and those inside a character its beginning.
    pub(crate) fn place(&self, position: Position) -> Place {
        self.place_of_offset(self.offset(position))
    }

    fn offset(&self, position: Position) -> usize {
        let (mut line, mut offset, mut first) = (0, 0, 0);
        // The piece in which the line begins.
        for piece in &self.pieces {
            if position.line == 0 || line + piece.n_line_ends >= position.line {
                break;
            }
            line += piece.n_line_ends;
            offset += piece.text.len();
            first += 1;
        }
        let Some(piece) = self.pieces.get(first) else { return offset };
        let mut at = 0;
        while line < position.line {
            match line_end_len(&piece.text[at..]) {
                0 => at += 1,
                len => {
                    at += len;
                    line += 1;
                }
            }
        }
        let mut column = 0;
        for piece in &self.pieces[first..] {
            while let Some(&byte) = piece.text.get(at) {
                column += self.units.of_char(byte);
                if matches!(byte, b'\n' | b'\r') || column > position.character {
                    return offset + at;
                }
                at = (at + char_len(byte)).min(piece.text.len());
            }
            offset += piece.text.len();
            at = 0;
        }
        offset
    }

    /// Positions in a piece that begins at `start`.
    pub(crate) fn walk<'d>(&self, start: PieceStart, piece: &'d Piece) -> Walk<'d> {
        Walk { text: &piece.text, units: self.units, start, at: (0, start.line, start.column) }
    }

    /// The range of a part of a piece.
    pub(crate) fn range(&self, start: PieceStart, piece: &Piece, part: ops::Range<usize>) -> Range {
        self.walk(start, piece).range(part)
    }
}

/// Positions in a piece. Cheap if the offsets ascend.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Walk<'d> {
    text: &'d [u8],
    units: Units,
    start: PieceStart,
    /// An offset with its line and column.
    at: (usize, u32, u32),
}

impl Walk<'_> {
    pub(crate) fn position(&mut self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        // Between CR and LF, the line has not ended.
        if offset > 0 && self.text[offset - 1..].starts_with(b"\r\n") {
            offset -= 1;
        }
        if offset < self.at.0 {
            self.at = (0, self.start.line, self.start.column);
        }
        let (from, line, column) = self.at;
        let (n_line_ends, tail) = self.units.measure(&self.text[from..offset]);
        let column = if n_line_ends == 0 { column + tail } else { tail };
        self.at = (offset, line + n_line_ends, column);
        Position::new(line + n_line_ends, column)
    }

    /// The range of a part. The next one need not begin after its end.
    pub(crate) fn range(&mut self, part: ops::Range<usize>) -> Range {
        let start = self.position(part.start);
        let mut from_start = *self;
        Range::new(start, from_start.position(part.end))
    }

    /// The ranges of parts that may be in each other, in one walk.
    pub(crate) fn ranges(mut self, parts: &[ops::Range<usize>]) -> Vec<Range> {
        let mut ends: Vec<(usize, usize, bool)> = Vec::with_capacity(2 * parts.len());
        for (idx, part) in parts.iter().enumerate() {
            ends.extend([(part.start, idx, false), (part.end, idx, true)]);
        }
        ends.sort_unstable();
        let mut ranges = vec![Range::default(); parts.len()];
        for (offset, idx, is_end) in ends {
            let position = self.position(offset);
            match is_end {
                true => ranges[idx].end = position,
                false => ranges[idx].start = position,
            }
        }
        ranges
    }
}

/// Cuts a text that begins at `start` into regions of games, or into lines.
fn cut(text: &[u8], start: usize, kind: TextKind) -> Vec<(&[u8], Option<GameEnd>)> {
    if !kind.is_positions() {
        let regions = InPlace::new(text, GameStart(start as u64));
        return regions.map(|region| (region.text, region.end)).collect();
    }
    let (mut lines, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let len = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, after) = rest.split_at(len + line_end_len(&rest[len..]));
        let is_record = !line.trim_ascii().is_empty() && !pgn_formats::epd::is_remark(line);
        lines.push((line, Some(if is_record { GameEnd::EndOfText } else { GameEnd::NoGame })));
        rest = after;
    }
    lines
}

#[cfg(test)]
mod tests;
