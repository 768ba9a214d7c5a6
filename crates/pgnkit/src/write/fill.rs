//! The filler of lines: units in, lines of at most 79 characters out.
//!
//! ```text
//! glue:  "(" onto the next unit, ")" onto the one before, unless that is a rest-of-line comment
//!        or the result would exceed 79 characters: then it is a unit itself
//! fill:  a unit goes on the line if it fits behind a space, else on a new line
//! ```
//!
//! Owns: where lines break. Knows nothing of: what units mean.
//! Standard: §8.2.1. Decisions: D-04, D-10, D-27, D-30.
//! Start at [`Filler`].

use super::plain::Plain;

/// The longest line, in characters: fewer than 80 (§8.2.1).
pub(super) const LINE_CHARACTERS_MAX: usize = 79;

/// "No separator before the unit": it begins a line.
const NONE: usize = usize::MAX;

/// Sets units into lines. The last unit may still grow, by what is glued to it; when it outgrows
/// its line, the space before it becomes a line end.
pub(super) struct Filler<'o> {
    out: &'o mut Vec<u8>,
    /// Characters on the current line.
    column: usize,
    /// Place in `out` of the space before the last unit, or [`NONE`].
    space: usize,
    /// Characters of the last unit.
    width: usize,
    held: Held,
}

/// What the last unit is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Nothing,
    /// A unit that `)` may be glued to.
    Unit,
    /// A single `(` that waits for its unit.
    Open,
}

impl<'o> Filler<'o> {
    pub(super) fn new(out: &'o mut Vec<u8>) -> Filler<'o> {
        Filler { out, column: 0, space: NONE, width: 0, held: Held::Nothing }
    }

    /// A unit of at most seven ASCII characters, the first in the lowest byte; what stands behind
    /// `len` is not looked at. Separator and unit are stored together.
    #[inline]
    pub(super) fn word(&mut self, word: u64, len: usize) {
        if self.held != Held::Unit {
            return self.first_word(word, len);
        }
        // A unit is held, so that the line is not empty.
        let at = self.out.len();
        let end = self.column + 1 + len;
        let fits = end <= LINE_CHARACTERS_MAX;
        let separator = if fits { b' ' } else { b'\n' };
        self.column = if fits { end } else { len };
        self.space = if fits { at } else { NONE };
        self.width = len;
        self.out.extend_from_slice(&(word << 8 | u64::from(separator)).to_le_bytes());
        self.out.truncate(at + 1 + len);
    }

    #[inline(never)]
    fn first_word(&mut self, word: u64, len: usize) {
        self.hold(len);
        let bytes = word.to_le_bytes();
        self.out.extend_from_slice(bytes.get(..len).unwrap_or(&bytes));
    }

    /// A unit on one line.
    pub(super) fn unit(&mut self, text: &str) {
        self.hold(width(text));
        self.out.extend_from_slice(text.as_bytes());
    }

    /// A unit that is a number between two signs.
    #[inline]
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
        self.out.extend_from_slice(&text[at..]);
    }

    /// A move number with one period, or with three.
    #[inline]
    pub(super) fn move_number(&mut self, number: u32, n_periods: usize) {
        match NUMBERS.get(number as usize) {
            Some(&[digits @ .., n_digits]) => {
                let n_digits = n_digits as usize;
                let [a, b, c] = digits;
                let digits = u32::from_le_bytes([a, b, c, 0]);
                let periods = u64::from(u32::from_le_bytes(*b"...\0")) << (8 * n_digits);
                self.word(u64::from(digits) | periods, n_digits + n_periods);
            }
            None => self.number("", number, &"..."[..n_periods]),
        }
    }

    /// A comment on one line, if it fits this line or no line may break inside. Says whether it
    /// was written.
    #[inline]
    pub(super) fn comment(&mut self, comment: Plain<'_>) -> bool {
        let width = comment.text.len() + 2;
        let fits = self.column + 1 + width <= LINE_CHARACTERS_MAX;
        let last = if comment.is_one_word() {
            // So short that it is glued to `(` whole, or not at all.
            if width >= LINE_CHARACTERS_MAX - 1 {
                return false;
            }
            None
        } else {
            match comment.last_word_len() {
                Some(len) if fits => Some(len),
                Some(_) | None => return false,
            }
        };
        self.hold(width);
        self.out.push(b'{');
        self.out.extend_from_slice(comment.text.as_bytes());
        self.out.push(b'}');
        if let Some(len) = last {
            self.hold_last(len);
        }
        true
    }

    /// Words of ASCII in braces, broken at spaces where lines are full; a run of words at a time.
    pub(super) fn prose(&mut self, text: &str) {
        let Some((first, mut rest)) = text.split_once(' ') else {
            return self.comment_word(text, true, true);
        };
        self.comment_word(first, true, false);
        loop {
            // The run has its space before it and, if it is the last, a brace behind it.
            let room = (LINE_CHARACTERS_MAX - self.column.min(LINE_CHARACTERS_MAX))
                .saturating_sub(usize::from(self.column > 0));
            let (run, is_last) = match rest.as_bytes().get(..=room) {
                None if rest.len() < room => (rest.len(), true),
                None => (memchr::memrchr(b' ', rest.as_bytes()).unwrap_or(0), false),
                Some(head) => (memchr::memrchr(b' ', head).unwrap_or(0), false),
            };
            if run > 0 {
                if self.column > 0 {
                    self.out.push(b' ');
                    self.column += 1;
                }
                self.out.extend_from_slice(&rest.as_bytes()[..run]);
                self.column += run;
            }
            if is_last {
                self.out.push(b'}');
                self.column += 1;
                break;
            }
            self.out.push(b'\n');
            self.column = 0;
            rest = if run > 0 { &rest[run + 1..] } else { rest };
        }
        let last = memchr::memrchr(b' ', text.as_bytes()).map_or(0, |space| space + 1);
        self.hold_last(text.len() - last);
    }

    /// Only the last word of a comment is a unit that may still grow.
    fn hold_last(&mut self, len: usize) {
        let before = self.out.len() - len - 2;
        self.width = len + 1;
        self.space = if self.out[before] == b' ' { before } else { NONE };
        self.held = Held::Unit;
    }

    /// A word of a comment; the braces stick to the first and to the last.
    pub(super) fn comment_word(&mut self, word: &str, is_first: bool, is_last: bool) {
        self.hold(width(word) + usize::from(is_first));
        if is_first {
            self.out.push(b'{');
        }
        self.out.extend_from_slice(word.as_bytes());
        if is_last {
            self.out.push(b'}');
            self.grow(1);
        }
    }

    /// A unit that may hold line ends: it goes where its first line fits.
    pub(super) fn block(&mut self, before: &str, text: &str, after: &str) {
        let Some((first, _)) = text.split_once('\n') else {
            self.hold(width(before) + width(text) + width(after));
            return self.append([before, text, after]);
        };
        self.hold(width(before) + width(first));
        self.append([before, text, after]);
        let last = text.rsplit('\n').next().unwrap_or_default();
        self.column = width(last) + width(after);
        self.held = Held::Nothing;
    }

    /// Text that has a line for itself and must not be followed on it.
    pub(super) fn line(&mut self, before: &str, text: &str) {
        if self.column > 0 {
            self.out.push(b'\n');
        }
        self.append([before, text, "\n"]);
        self.column = 0;
        self.held = Held::Nothing;
    }

    fn append<const N: usize>(&mut self, parts: [&str; N]) {
        parts.iter().for_each(|part| self.out.extend_from_slice(part.as_bytes()));
    }

    /// `(`.
    pub(super) fn open(&mut self) {
        self.begin(1);
        self.out.push(b'(');
        self.held = Held::Open;
    }

    /// `)`.
    pub(super) fn close(&mut self) {
        if self.held != Held::Nothing && self.width < LINE_CHARACTERS_MAX {
            self.grow(1);
        } else {
            self.begin(1);
        }
        self.out.push(b')');
        self.held = Held::Unit;
    }

    /// Makes room for a unit of this width, glued to a `(` if it can be.
    #[inline]
    fn hold(&mut self, width: usize) {
        if self.held == Held::Open && width < LINE_CHARACTERS_MAX {
            self.grow(width);
        } else {
            self.begin(width);
        }
        self.held = Held::Unit;
    }

    /// Begins a unit of this width, on this line if it fits.
    #[inline]
    fn begin(&mut self, width: usize) {
        self.space = NONE;
        if self.column > 0 {
            if self.column + 1 + width <= LINE_CHARACTERS_MAX {
                self.space = self.out.len();
                self.out.push(b' ');
                self.column += 1;
            } else {
                self.out.push(b'\n');
                self.column = 0;
            }
        }
        self.column += width;
        self.width = width;
    }

    /// The last unit is wider by so much; it moves to a new line if it must.
    #[inline]
    fn grow(&mut self, width: usize) {
        self.column += width;
        self.width += width;
        if self.column > LINE_CHARACTERS_MAX
            && let Some(space) = self.out.get_mut(self.space)
        {
            *space = b'\n';
            self.column = self.width;
            self.space = NONE;
        }
    }

    /// Ends the section: the last line, and the empty line behind it.
    pub(super) fn finish(self) {
        if self.column > 0 {
            self.out.push(b'\n');
        }
        self.out.push(b'\n');
    }
}

fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// The digits of small numbers, and how many they are.
static NUMBERS: [[u8; 4]; 300] = {
    let mut numbers = [[0; 4]; 300];
    let mut n = 0;
    while n < numbers.len() {
        let digits = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        numbers[n] = match n {
            0..10 => [digits[2], 0, 0, 1],
            10..100 => [digits[1], digits[2], 0, 2],
            _ => [digits[0], digits[1], digits[2], 3],
        };
        n += 1;
    }
    numbers
};

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(fill: impl FnOnce(&mut Filler<'_>)) -> String {
        let mut out = Vec::new();
        let mut filler = Filler::new(&mut out);
        fill(&mut filler);
        filler.finish();
        String::from_utf8(out).expect("UTF-8")
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
