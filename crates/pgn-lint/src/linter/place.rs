//! Places: from offsets in a region to lines, columns and the line to show (§3.2.2, §4.1, D-01,
//! D-04, D-41).

use crate::context::RegionEncoding;
use crate::finding::{Place, SourceLine};
use pgnkit::charset::Encoding;
use pgnkit::syntax::{LineIndex, Location, Region, Span};

/// The number of bytes shown of a long line, before the fault and in total.
const BEFORE_BYTES: usize = 70;
const SHOWN_BYTES: usize = 180;

/// Computes the location of an offset of a region. Cheap for ascending offsets: columns of one line
/// are counted from the last answer.
#[derive(Debug)]
pub(super) struct Places<'a> {
    text: &'a [u8],
    start: u64,
    encoding: RegionEncoding,
    first: Location,
    /// The line of the last answer, and its number in the file.
    line: (Span, u64),
    /// Built on demand, when a line before that one is needed.
    index: Option<LineIndex>,
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
    pub(super) fn new(region: &Region<'a>, encoding: RegionEncoding) -> Places<'a> {
        Places {
            text: region.text,
            start: region.start.0,
            encoding,
            first: region.location,
            line: (line_at(region.text, 0), region.location.line),
            index: None,
            last: Column { line_start: u32::MAX, offset: 0, chars: 0, utf16: 0 },
        }
    }

    /// The line at an offset, without its line end, and its number in the file.
    fn line_of(&mut self, offset: u32) -> (Span, u64) {
        let line = self.line.0;
        if self.index.is_none() && offset >= line.start {
            self.line = self.line_from_here(offset);
        } else if offset < line.start || offset > line.end {
            let text = self.text;
            let index = self.index.get_or_insert_with(|| LineIndex::new(text, Location::START));
            let line = index.line_span(text, offset);
            // From the line's start no columns are counted.
            let number = index.location(text, line.start).line + self.first.line - 1;
            self.line = (line, number);
        }
        self.line
    }

    /// The same for an offset that is not before the line of the last answer.
    fn line_from_here(&self, offset: u32) -> (Span, u64) {
        let (line, number) = self.line;
        if offset <= line.end {
            return (line, number);
        }
        let before = &self.text[..(offset as usize).min(self.text.len())];
        let last_end = |text: &[u8]| memchr::memrchr2(b'\n', b'\r', &text[line.end as usize..]);
        let mut last = last_end(before).map(|at| line.end as usize + at);
        // Between CR and LF the line is not over.
        if let Some(at) = last
            && self.text[at..].starts_with(b"\r\n")
        {
            last = last_end(&self.text[..at]).map(|at| line.end as usize + at);
        }
        let Some(at) = last else { return (line, number) };
        let skipped = &self.text[line.start as usize..=at];
        let start = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let begin = Location { line: number, column: 1 }.after(skipped);
        (line_at(self.text, start), begin.line)
    }

    /// The number in the file of the line at an offset.
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
        if self.encoding.whole != Encoding::Utf8 || bytes.is_ascii() {
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

    /// The line that `span` begins on, truncated to fit a screen.
    pub(super) fn source_line(&mut self, span: Span) -> SourceLine {
        let line = self.line_of(span.start).0;
        let (line_start, line_end) =
            (line.start as usize, (line.end as usize).min(self.text.len()));
        let fault = (span.start as usize).clamp(line_start, line_end.max(line_start));
        let from = self.boundary(line_start.max(fault.saturating_sub(BEFORE_BYTES)), line_start);
        let to = self.boundary(line_end.min(from + SHOWN_BYTES).max(fault), fault);
        let fault_end = (span.end as usize).clamp(fault, to.max(fault));
        let mut text = String::with_capacity(to.max(fault) - from);
        let caret_start = self.show(from, fault, &mut text);
        let n_shown = self.show(fault, to.max(fault), &mut text);
        // As many characters as bytes: each byte is one.
        let caret_len = match n_shown == to.max(fault) - fault {
            true => fault_end - fault,
            false => self.show(fault, fault_end, &mut String::new()),
        };
        SourceLine {
            caret_start,
            caret_len: caret_len.max(1),
            text,
            is_cut_before: from > line_start,
            is_cut_after: to < line_end,
        }
    }

    /// Appends a piece of a line as it is displayed. Returns its number of characters.
    fn show(&self, from: usize, to: usize, shown: &mut String) -> usize {
        let bytes = &self.text[from..to];
        let n_before = shown.len();
        // A fold instead of `all`: no early exit, so that the compiler makes vector code of it.
        if bytes.iter().fold(true, |is_plain, byte| is_plain & matches!(byte, b' '..=b'~'))
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            shown.push_str(text);
            return text.len();
        }
        let decoded = self.encoding.decode(bytes);
        shown.extend(decoded.chars().map(|c| if is_hidden(c) { ' ' } else { c }));
        shown[n_before..].chars().count()
    }

    /// The nearest character boundary at or before `at`, not before `least`.
    fn boundary(&self, at: usize, least: usize) -> usize {
        let mut at = at;
        let is_inside = |at: usize| self.text.get(at).is_some_and(|b| matches!(b, 0x80..=0xBF));
        while self.encoding.whole == Encoding::Utf8 && at > least && is_inside(at) {
            at -= 1;
        }
        at
    }
}

fn line_at(text: &[u8], start: u32) -> Span {
    let rest = text.get(start as usize..).unwrap_or_default();
    let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    Span::new(start, start.saturating_add(u32::try_from(len).unwrap_or(u32::MAX)))
}

/// Control codes, and the marks that turn the direction of writing.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit::charset::Choice;

    #[test]
    fn lines_are_those_of_the_index() {
        let text = b"a\r\n\r\nbc\rd\n\r\r\ne\n".as_slice();
        let index = LineIndex::new(text, Location::START);
        let (start, location) = (Default::default(), Location::START);
        let region = Region { text, start, location, n_games_before: 0, end: None };
        for first in 0..=text.len() as u32 {
            for second in 0..=text.len() as u32 {
                let encoding = RegionEncoding::of(Choice::Auto, text, true);
                let mut places = Places::new(&region, encoding);
                for offset in [first, second] {
                    let line = index.line_span(text, offset);
                    let number = index.location(text, line.start).line;
                    assert_eq!(places.line_of(offset), (line, number), "{first} {second}");
                }
            }
        }
    }
}
