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

use core::ops::Range;

/// The longest line, in characters: fewer than 80 (§8.2.1).
pub(super) const LINE_CHARACTERS_MAX: usize = 79;

/// "No separator before the unit": it begins a line.
const NONE: usize = usize::MAX;

/// Sets units into lines. The last unit may still grow, by what is glued to it; when it outgrows
/// its line, the space before it becomes a line end.
pub(super) struct Filler<'o> {
    out: &'o mut String,
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
    pub(super) fn new(out: &'o mut String) -> Filler<'o> {
        Filler { out, column: 0, space: NONE, width: 0, held: Held::Nothing }
    }

    /// A unit on one line.
    #[inline]
    pub(super) fn unit(&mut self, text: &str) {
        let width = if text.is_ascii() { text.len() } else { text.chars().count() };
        self.hold(width);
        self.out.push_str(text);
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
        self.unit(core::str::from_utf8(&text[at..]).unwrap_or_default());
    }

    /// The words of a comment, a unit each; the braces stick to the first and the last.
    pub(super) fn brace(&mut self, text: &str, words: &[Range<usize>]) {
        let Some((first, others)) = words.split_first() else { return };
        let first = &text[first.clone()];
        self.hold(first.chars().count() + 1);
        self.out.push('{');
        self.out.push_str(first);
        for word in others {
            self.unit(&text[word.clone()]);
        }
        self.out.push('}');
        self.grow(1);
    }

    /// A unit that may hold line ends: it goes where its first line fits.
    pub(super) fn block(&mut self, text: &str) {
        let Some((first, _)) = text.split_once('\n') else {
            return self.unit(text);
        };
        self.hold(first.chars().count());
        self.out.push_str(text);
        let last = text.rsplit('\n').next().unwrap_or_default();
        self.column = last.chars().count();
        self.held = Held::Nothing;
    }

    /// Text that has a line for itself and must not be followed on it.
    pub(super) fn line(&mut self, text: &str) {
        if self.column > 0 {
            self.out.push('\n');
        }
        self.out.push_str(text);
        self.out.push('\n');
        self.column = 0;
        self.held = Held::Nothing;
    }

    /// `(`.
    pub(super) fn open(&mut self) {
        self.begin(1);
        self.out.push('(');
        self.held = Held::Open;
    }

    /// `)`.
    pub(super) fn close(&mut self) {
        if self.held != Held::Nothing && self.width < LINE_CHARACTERS_MAX {
            self.grow(1);
        } else {
            self.begin(1);
        }
        self.out.push(')');
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
                self.out.push(' ');
                self.column += 1;
            } else {
                self.out.push('\n');
                self.column = 0;
            }
        }
        self.column += width;
        self.width = width;
    }

    /// The last unit is wider by so much; it moves to a new line if it must.
    fn grow(&mut self, width: usize) {
        self.column += width;
        self.width += width;
        if self.column > LINE_CHARACTERS_MAX && self.space != NONE {
            self.out.replace_range(self.space..=self.space, "\n");
            self.column = self.width;
            self.space = NONE;
        }
    }

    /// Ends the section: the last line, and the empty line behind it.
    pub(super) fn finish(self) {
        if self.column > 0 {
            self.out.push('\n');
        }
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(fill: impl FnOnce(&mut Filler<'_>)) -> String {
        let mut out = String::new();
        let mut filler = Filler::new(&mut out);
        fill(&mut filler);
        filler.finish();
        out
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
            filler.line(";a } b");
            filler.close();
        });
        assert_eq!(text, "(\n;a } b\n)\n\n");
    }
}
