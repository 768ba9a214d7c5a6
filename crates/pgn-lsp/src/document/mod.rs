//! A text that an editor has open, cut into games or lines that are read separately.

use std::collections::HashMap;
use std::ops;

use lsp_types::{Position, Range, Uri};
use pgn_lint::{Finding, TextKind};
use pgnkit::syntax::limits::LOOKAHEAD_BYTES;
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
    /// What the linter found; `None` if it must read the piece again. Offsets count from the piece.
    pub(crate) findings: Option<Vec<Finding>>,
    /// What it found by comparing the piece with others.
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

    /// The piece as a region by itself.
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

    /// Replaces a part of the text, or all of it.
    ///
    /// Cuts the text again from a little before the edit, since the end of a game can depend on
    /// [`LOOKAHEAD_BYTES`] of the text after it, up to a boundary that the old pieces have too.
    /// Pieces that are the same as before keep their findings. Returns where the edit begins.
    pub(crate) fn edit(&mut self, range: Option<Range>, new: &str) -> Place {
        let (from, to) = match range {
            Some(range) => {
                let (from, to) = (self.offset(range.start), self.offset(range.end));
                (from.min(to), from.max(to))
            }
            None => (0, self.len()),
        };
        let lookahead = if self.kind.is_positions() { 1 } else { LOOKAHEAD_BYTES };
        let first = self.place_of_offset(from.saturating_sub(lookahead)).piece;
        let window_start = self.start_of(first).offset;
        let (from, to) = (from - window_start, to - window_start);
        let edit_end = from + new.len();
        let mut margin = 2 * lookahead;
        loop {
            let (mut text, mut last) = (Vec::new(), first);
            while let Some(piece) = self.pieces.get(last).filter(|_| text.len() < to + margin) {
                text.extend_from_slice(&piece.text);
                last += 1;
            }
            text.splice(from..to, new.bytes());
            let is_rest = last == self.pieces.len();
            let mut old_starts = HashMap::new();
            let mut offset = 0;
            for (idx, piece) in self.pieces[first..last].iter().enumerate() {
                old_starts.insert(offset, first + idx);
                offset += piece.text.len();
            }
            let old_start = |start: usize| match start < from {
                true => Some(start),
                false => (start >= edit_end).then(|| start - edit_end + to),
            };
            let old_piece = |start| old_starts.get(&old_start(start)?).copied();
            let cut = cut(&text, window_start, self.kind);
            // The first boundary after the edit that the old pieces have, and that the text after
            // the window cannot move.
            let (mut end, mut n_new, mut next_old) = (0, cut.len(), last);
            let mut is_found = is_rest;
            for (n, (piece, _)) in cut.iter().enumerate() {
                if end >= edit_end
                    && end + lookahead <= text.len()
                    && let Some(idx) = old_piece(end)
                {
                    (n_new, next_old, is_found) = (n, idx, true);
                    break;
                }
                end += piece.len();
            }
            if !is_found {
                margin *= 4;
                continue;
            }
            let mut old: Vec<Option<Piece>> =
                self.pieces.splice(first..next_old, []).map(Some).collect();
            let mut offset = 0;
            let mut pieces = Vec::with_capacity(n_new);
            for (n, (text, end)) in cut.into_iter().take(n_new).enumerate() {
                let idx = old_piece(offset).filter(|&idx| (idx == 0) == (first + n == 0));
                let kept =
                    idx.and_then(|idx| old.get_mut(idx - first)?.take_if(|it| *it.text == *text));
                pieces.push(match kept {
                    Some(piece) => Piece { end, ..piece },
                    None => Piece::new(text, end, self.units),
                });
                offset += text.len();
            }
            self.pieces.splice(first..first, pieces);
            if let (0, 0, Some(piece)) = (first, n_new, self.pieces.first_mut()) {
                piece.findings = None;
            }
            let place = self.place_of_offset(window_start + from);
            // A line that silences the next one can be the last of its piece.
            let is_unread = |it: &&Piece| it.findings.is_none();
            let n_unread = self.pieces[place.piece..].iter().take_while(is_unread).count();
            if let Some(piece) = self.pieces.get_mut(place.piece + n_unread) {
                piece.findings = None;
            }
            return place;
        }
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
