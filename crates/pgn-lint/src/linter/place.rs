//! Places: from offsets in a region to lines, columns and the line to show.
//!
//! Owns: the counting of columns in a game's encoding. Knows nothing of: rules.
//! Standard: §3.2.2, §4.1. Decisions: D-01, D-04, D-41.
//! Start at [`Places`].

use crate::finding::{Place, SourceLine};
use pgnkit::charset::{self, Encoding};
use pgnkit::syntax::{LineIndex, Location, Region, Span};

/// Bytes shown of a long line, before the fault and in all.
const BEFORE_BYTES: usize = 70;
const SHOWN_BYTES: usize = 180;

/// Answers where an offset of a region is. Cheap when asked in order of offset: columns of one
/// line are counted on from the last answer.
#[derive(Debug)]
pub(super) struct Places<'a> {
    text: &'a [u8],
    start: u64,
    encoding: Encoding,
    first: Location,
    index: LineIndex,
    /// The line of the last answer, and its number in the file.
    line: (Span, u64),
    last: Column,
}

#[derive(Debug, Clone, Copy)]
struct Column {
    line_start: u32,
    offset: u32,
    chars: u64,
    utf16: u64,
}

impl<'a> Places<'a> {
    pub(super) fn new(region: &Region<'a>, encoding: Encoding) -> Places<'a> {
        Places {
            text: region.text,
            start: region.start.0,
            encoding,
            first: region.location,
            index: LineIndex::new(region.text, Location::START),
            line: (Span::default(), 0),
            last: Column { line_start: u32::MAX, offset: 0, chars: 0, utf16: 0 },
        }
    }

    /// The line that holds an offset, without its line end, and its number in the file.
    fn line_of(&mut self, offset: u32) -> (Span, u64) {
        let (line, number) = self.line;
        if number == 0 || offset < line.start || offset > line.end {
            let line = self.index.line_span(self.text, offset);
            // From the line's start no columns are counted.
            let number = self.index.location(self.text, line.start).line + self.first.line - 1;
            self.line = (line, number);
        }
        self.line
    }

    /// The number in the file of the line that holds an offset.
    pub(super) fn line_number(&mut self, offset: u32) -> u64 {
        self.line_of(offset).1
    }

    pub(super) fn place(&mut self, span: Span) -> Place {
        let (start, column_utf16) = self.locate(span.start);
        let (end, end_column_utf16) = self.locate(span.end);
        Place {
            byte_start: self.start + u64::from(span.start),
            byte_end: self.start + u64::from(span.end),
            start,
            end,
            column_utf16,
            end_column_utf16,
        }
    }

    /// Line and column, and the column in UTF-16.
    fn locate(&mut self, offset: u32) -> (Location, u64) {
        let (Span { start: line_start, .. }, line) = self.line_of(offset);
        if self.last.line_start != line_start || self.last.offset > offset {
            let base = if line_start == 0 { self.first.column } else { 1 };
            self.last = Column { line_start, offset: line_start, chars: base, utf16: base };
        }
        let (chars, utf16) = self.count(Span::new(self.last.offset, offset));
        self.last.chars += chars;
        self.last.utf16 += utf16;
        self.last.offset = offset;
        (Location { line, column: self.last.chars }, self.last.utf16)
    }

    /// Characters and UTF-16 units of a piece of one line.
    fn count(&self, span: Span) -> (u64, u64) {
        let bytes = span.of(self.text);
        if self.encoding != Encoding::Utf8 || bytes.is_ascii() {
            return (bytes.len() as u64, bytes.len() as u64);
        }
        let (mut chars, mut utf16) = (0, 0);
        for chunk in bytes.utf8_chunks() {
            let lost = chunk.invalid().len() as u64;
            chars += chunk.valid().chars().count() as u64 + lost;
            utf16 += chunk.valid().chars().map(|c| c.len_utf16() as u64).sum::<u64>() + lost;
        }
        (chars, utf16)
    }

    /// The line that `span` begins on, cut to what fits a screen.
    pub(super) fn source_line(&mut self, span: Span) -> SourceLine {
        let line = self.line_of(span.start).0;
        let (line_start, line_end) =
            (line.start as usize, (line.end as usize).min(self.text.len()));
        let fault = (span.start as usize).clamp(line_start, line_end.max(line_start));
        let from = self.boundary(line_start.max(fault.saturating_sub(BEFORE_BYTES)), line_start);
        let to = self.boundary(line_end.min(from + SHOWN_BYTES).max(fault), fault);
        let show = |from: usize, to: usize| -> String {
            let decoded = charset::decode(&self.text[from..to], self.encoding).text;
            decoded.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect()
        };
        let before = show(from, fault);
        let fault_end = (span.end as usize).clamp(fault, to.max(fault));
        let caret_len = show(fault, fault_end).chars().count().max(1);
        SourceLine {
            caret_start: before.chars().count(),
            caret_len,
            text: before + &show(fault, to.max(fault)),
            is_cut_before: from > line_start,
            is_cut_after: to < line_end,
        }
    }

    /// The nearest character boundary at or before `at`, not before `least`.
    fn boundary(&self, at: usize, least: usize) -> usize {
        let mut at = at;
        let is_inside = |at: usize| self.text.get(at).is_some_and(|b| matches!(b, 0x80..=0xBF));
        while self.encoding == Encoding::Utf8 && at > least && is_inside(at) {
            at -= 1;
        }
        at
    }
}

/// Control codes, and the marks that turn the direction of writing.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}
