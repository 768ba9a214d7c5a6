//! The filler of lines: units in, lines of at most 79 characters out.
//!
//! ```text
//! glue:  "(" onto the next unit, ")" onto the one before, unless that is a rest-of-line comment
//!        or the result would exceed 79 characters: then it is a unit itself
//! fill:  a unit goes on the line if it fits after a space, else on a new line
//! ```
//!
//! Standard: §8.2.1. Decisions: D-04, D-10, D-27, D-30.

use super::comment_as_is::{CommentAsIs, last_white};
use super::line_cursor::{CursorPosition, LineCursor, Word, has_small_number, number_word};
use super::profile::EXPORT_LINE_CHARACTERS_MAX;

/// Fills units into lines. The last unit may still grow by text that touches it; if it becomes too
/// long for its line, the space before it becomes a line end.
pub(super) struct LineFiller<'o> {
    /// The text so far, and spare bytes after it, so that a unit is one store.
    out: &'o mut Vec<u8>,
    /// Where the section begins.
    start: usize,
    /// Where its text ends.
    end: usize,
    /// Where the line begins; beyond ASCII, so much later as bytes exceed characters.
    line: usize,
    /// Where the last unit begins.
    last: usize,
    held: LastUnit,
}

/// The kind of the last unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastUnit {
    Nothing,
    /// A unit that `)` may be glued to.
    Unit,
    /// A single `(` that waits for its unit.
    Open,
}

impl<'o> LineFiller<'o> {
    /// A filler after the contents of `out`; `n_bytes` is an estimate of the size.
    pub(super) fn new(out: &'o mut Vec<u8>, n_bytes: usize) -> LineFiller<'o> {
        let end = out.len();
        out.resize(end + n_bytes, 0);
        LineFiller { out, start: end, end, line: end, last: end, held: LastUnit::Nothing }
    }

    /// Reserves memory for a cursor.
    #[inline]
    pub(super) fn reserve(&mut self) {
        if self.out.len() - self.end < LineCursor::SPARE_BYTES {
            self.make_room();
        }
    }

    /// A cursor for a run of words, if a unit is before them; [return](LineFiller::take_back) it.
    #[inline]
    pub(super) fn cursor(&mut self) -> Option<LineCursor<'_>> {
        let LineFiller { end, line, last, held, .. } = *self;
        (held == LastUnit::Unit)
            .then_some(LineCursor::new(self.out, CursorPosition { end, line, last }))
    }

    /// Continues where a cursor has stopped.
    #[inline]
    pub(super) fn take_back(&mut self, place: CursorPosition) {
        CursorPosition { end: self.end, line: self.line, last: self.last } = place;
    }

    /// The length of what cursors write on.
    #[inline]
    pub(super) fn n_bytes(&self) -> usize {
        self.out.len()
    }

    /// A word as a unit.
    #[inline]
    pub(super) fn word(&mut self, word: Word) {
        if self.held != LastUnit::Unit {
            return self.first_word(word);
        }
        self.reserve();
        let n_bytes = self.n_bytes();
        if let Some(mut cursor) = self.cursor() {
            cursor.word(word);
            let place = cursor.place(n_bytes);
            self.take_back(place);
        }
    }

    #[inline(never)]
    fn first_word(&mut self, (word, len): Word) {
        self.hold(len);
        let bytes = word.to_le_bytes();
        self.put(bytes.get(..len).unwrap_or(&bytes));
    }

    /// Appends bytes, an ASCII character each.
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let end = self.end + bytes.len();
        match self.out.get_mut(self.end..end) {
            Some(spare) => spare.copy_from_slice(bytes),
            None => self.put_at_end(bytes),
        }
        self.end = end;
    }

    /// The same in a full buffer.
    #[cold]
    #[inline(never)]
    fn put_at_end(&mut self, bytes: &[u8]) {
        self.out.truncate(self.end);
        self.out.extend_from_slice(bytes);
        self.make_room();
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        // The text before the section may be a file.
        let n_bytes = self.out.len() - self.start;
        self.out.resize(self.out.len() + n_bytes + 64, 0);
    }

    /// Appends text on one line.
    fn put_text(&mut self, text: &str) {
        self.put(text.as_bytes());
        self.line += text.len() - width(text);
    }

    /// Ends the line.
    #[inline]
    fn break_line(&mut self) {
        self.put(b"\n");
        self.line = self.end;
    }

    /// Characters on the current line.
    #[inline]
    fn column(&self) -> usize {
        self.end - self.line
    }

    /// A unit on one line.
    pub(super) fn unit(&mut self, text: &str) {
        self.hold(width(text));
        self.put_text(text);
    }

    /// A unit that is a number between two signs.
    pub(super) fn number(&mut self, before: &str, number: u32, after: &str) {
        let mut text = [0_u8; 20];
        let mut at = text.len() - after.len();
        text[at..].copy_from_slice(after.as_bytes());
        let mut rest = number;
        loop {
            at -= 1;
            text[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        at -= before.len();
        text[at..at + before.len()].copy_from_slice(before.as_bytes());
        self.hold(text.len() - at);
        self.put(&text[at..]);
    }

    /// A move number with one period, or with three.
    #[inline]
    pub(super) fn move_number(&mut self, number: u32, n_periods: usize) {
        if has_small_number(number) {
            self.word(number_word(number, n_periods));
        } else {
            self.number("", number, &"..."[..n_periods]);
        }
    }

    /// A comment that is written unchanged; see [`LineCursor::comment`].
    #[inline]
    pub(super) fn comment(&mut self, comment: &CommentAsIs<'_>) -> bool {
        let n_bytes = self.n_bytes();
        let Some(mut cursor) = self.cursor() else { return false };
        let is_written = cursor.comment(comment);
        let place = cursor.place(n_bytes);
        self.take_back(place);
        is_written
    }

    /// Replaces line ends in the last `n` bytes with spaces.
    fn unbreak(&mut self, n_bytes: usize) {
        // Every byte is written, so that the compiler makes vector code of it.
        for byte in &mut self.out[self.end - n_bytes..self.end] {
            *byte = if *byte == b'\n' { b' ' } else { *byte };
        }
    }

    /// Words in braces, broken at full lines; a run of words at a time.
    pub(super) fn prose(&mut self, comment: CommentAsIs<'_>) {
        let text = comment.text;
        let Some(end) = memchr::memchr2(b' ', b'\n', text.as_bytes()) else {
            return self.comment_word(text, true, true);
        };
        let (first, mut rest) = (&text[..end], &text[end + 1..]);
        let nth = |rest: &str, n: usize| nth_character(rest, n, comment.is_ascii);
        self.comment_word(first, true, false);
        loop {
            // A run has its space before it and, if it is the last, a brace after it.
            let column = self.column().min(EXPORT_LINE_CHARACTERS_MAX);
            let spare =
                (EXPORT_LINE_CHARACTERS_MAX - column).saturating_sub(usize::from(column > 0));
            if nth(rest, spare).is_none() {
                break;
            }
            let head = nth(rest, spare + 1).unwrap_or(rest.len());
            if let Some(run) = last_white(&rest.as_bytes()[..head]) {
                self.put_run(&rest[..run], comment.is_ascii);
                rest = &rest[run + 1..];
            }
            self.break_line();
        }
        self.put_run(rest, comment.is_ascii);
        let last = last_white(text.as_bytes()).map_or(0, |space| space + 1);
        self.last = self.end - (text.len() - last);
        self.put(b"}");
    }

    fn put_run(&mut self, run: &str, is_ascii: bool) {
        if self.column() > 0 {
            self.put(b" ");
        }
        if is_ascii {
            self.put(run.as_bytes());
        } else {
            self.put_text(run);
        }
        self.unbreak(run.len());
    }

    /// A word of a comment; the braces stick to the first and to the last.
    pub(super) fn comment_word(&mut self, word: &str, is_first: bool, is_last: bool) {
        self.hold(width(word) + usize::from(is_first));
        if is_first {
            self.put(b"{");
        }
        self.put_text(word);
        if is_last {
            self.glue(b"}");
        }
    }

    /// A unit that may contain line ends: it goes where its first line fits.
    pub(super) fn block(&mut self, before: &str, text: &str, after: &str) {
        let first = text.split('\n').next().unwrap_or_default();
        let is_one_line = first.len() == text.len();
        let after_first = if is_one_line { width(after) } else { 0 };
        self.hold(width(before) + width(first) + after_first);
        self.put_text(before);
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 {
                self.break_line();
            }
            self.put_text(line);
        }
        self.put_text(after);
        if !is_one_line {
            self.held = LastUnit::Nothing;
        }
    }

    /// Text that has a line for itself and must not be followed on it.
    pub(super) fn line(&mut self, before: &str, text: &str) {
        if self.column() > 0 {
            self.break_line();
        }
        self.put_text(before);
        self.put_text(text);
        self.break_line();
        self.held = LastUnit::Nothing;
    }

    /// `(`.
    pub(super) fn open(&mut self) {
        self.begin(1);
        self.put(b"(");
        self.held = LastUnit::Open;
    }

    /// `)`.
    pub(super) fn close(&mut self) {
        if self.held != LastUnit::Nothing && self.last_width() < EXPORT_LINE_CHARACTERS_MAX {
            self.glue(b")");
        } else {
            self.begin(1);
            self.put(b")");
        }
        self.held = LastUnit::Unit;
    }

    /// Makes room for a unit of this width, glued to a `(` if it can be.
    #[inline]
    fn hold(&mut self, width: usize) {
        if self.held == LastUnit::Open && width < EXPORT_LINE_CHARACTERS_MAX {
            self.keep_together(width);
        } else {
            self.begin(width);
        }
        self.held = LastUnit::Unit;
    }

    /// Begins a unit of this width, on this line if it fits.
    #[inline]
    fn begin(&mut self, width: usize) {
        let column = self.column();
        if column > 0 {
            if column + 1 + width <= EXPORT_LINE_CHARACTERS_MAX {
                self.put(b" ");
            } else {
                self.break_line();
            }
        }
        self.last = self.end;
    }

    /// Characters of the last unit.
    fn last_width(&self) -> usize {
        let unit = self.out.get(self.last..self.end).unwrap_or_default();
        unit.iter().filter(|&&byte| !(0x80..0xC0).contains(&byte)).count()
    }

    /// A sign that is part of the last unit.
    fn glue(&mut self, sign: &[u8]) {
        self.keep_together(sign.len());
        self.put(sign);
    }

    /// The last unit will be wider by so much; it moves to a new line if it must.
    fn keep_together(&mut self, width: usize) {
        if self.column() + width <= EXPORT_LINE_CHARACTERS_MAX {
            return;
        }
        let last_width = self.last_width();
        if self.last > self.start && self.out[self.last - 1] == b' ' {
            self.out[self.last - 1] = b'\n';
            self.line = self.end - last_width;
        }
    }

    /// Ends the section: the last line, and the empty line after it.
    pub(super) fn finish(mut self) {
        if self.column() > 0 {
            self.break_line();
        }
        self.break_line();
        self.out.truncate(self.end);
    }
}

/// Where the `n`th character begins, from 0; the end, if there are just `n`; `None` if there are
/// fewer.
fn nth_character(text: &str, n: usize, is_ascii: bool) -> Option<usize> {
    if is_ascii {
        return (n <= text.len()).then_some(n);
    }
    let (mut rest, mut n) = (text.as_bytes(), n);
    while let Some((eight, behind)) = rest.split_first_chunk() {
        let n_starts = 8 - n_continued(*eight);
        if n_starts > n {
            break;
        }
        (rest, n) = (behind, n - n_starts);
    }
    let from = text.len() - rest.len();
    let starts = rest.iter().enumerate().filter(|(_, byte)| !(0x80..0xC0).contains(*byte));
    let ends = core::iter::once(text.len());
    starts.map(|(at, _)| from + at).chain(ends).nth(n)
}

/// How many of eight bytes continue a character.
fn n_continued(bytes: [u8; 8]) -> usize {
    const LOWS: u64 = u64::from_le_bytes([1; 8]);
    let bytes = u64::from_le_bytes(bytes);
    // The highest bit is set, and the one below is not.
    let continued = bytes >> 7 & !(bytes >> 6) & LOWS;
    (continued.wrapping_mul(LOWS) >> 56) as usize
}

fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filled(fill: impl FnOnce(&mut LineFiller<'_>)) -> String {
        let mut out = Vec::new();
        let mut filler = LineFiller::new(&mut out, 0);
        fill(&mut filler);
        filler.finish();
        String::from_utf8(out).expect("UTF-8")
    }

    proptest! {
        #[test]
        fn characters_are_found(text in "[aé€😝]{0,40}", n in 0_usize..45) {
            let places = text.char_indices().map(|(at, _)| at);
            let slowly = places.chain([text.len()]).nth(n);
            prop_assert_eq!(nth_character(&text, n, false), slowly);
        }
    }

    #[test]
    fn a_line_of_seventy_nine_stays_and_one_of_eighty_breaks() {
        // §8.2.1-03
        for (len, breaks) in [(70, false), (71, true)] {
            let text = filled(|filler| {
                filler.unit("12345678");
                filler.unit(&"x".repeat(len));
            });
            assert_eq!(text.trim_end().contains('\n'), breaks, "{len}");
        }
    }

    #[test]
    fn parentheses_are_glued_where_they_fit() {
        let text = filled(|filler| {
            filler.unit("e4");
            filler.open();
            filler.unit("1.");
            filler.unit("d4");
            filler.close();
            filler.close();
        });
        assert_eq!(text, "e4 (1. d4))\n\n");
        let long = "x".repeat(79);
        let text = filled(|filler| {
            filler.open();
            filler.unit(&long);
            filler.close();
        });
        assert_eq!(text, format!("(\n{long}\n)\n\n"));
        let text = filled(|filler| {
            filler.open();
            filler.line(";", "a } b");
            filler.close();
        });
        assert_eq!(text, "(\n;a } b\n)\n\n");
    }
}
