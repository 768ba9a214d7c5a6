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

/// The longest line, in characters: fewer than 80 (§8.2.1).
pub(super) const LINE_CHARACTERS_MAX: usize = 79;

/// Sets units into lines. One unit is held back, so that `)` can be glued to it.
pub(super) struct Filler<'o> {
    out: &'o mut String,
    /// Characters on the current line.
    column: usize,
    unit: String,
    /// Characters of `unit`; of its last line, if it has several.
    width: usize,
    held: Held,
}

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
        Filler { out, column: 0, unit: String::new(), width: 0, held: Held::Nothing }
    }

    /// A unit on one line.
    pub(super) fn unit(&mut self, text: &str) {
        let width = if text.is_ascii() { text.len() } else { text.chars().count() };
        self.hold(width);
        self.unit.push_str(text);
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
        self.unit(core::str::from_utf8(&text[at..]).unwrap_or_default());
    }

    /// The words of a comment, a unit each; the braces stick to the first and the last.
    pub(super) fn brace(&mut self, words: &[&str]) {
        for (n, word) in words.iter().enumerate() {
            if n == 0 {
                self.begin("{", word);
            } else {
                self.unit(word);
            }
        }
        if !words.is_empty() {
            self.unit.push('}');
            self.width += 1;
        }
    }

    /// A unit of two parts, the first of which is one character.
    fn begin(&mut self, sign: &str, text: &str) {
        let width = text.chars().count() + 1;
        self.hold(width);
        self.unit.push_str(sign);
        self.unit.push_str(text);
    }

    /// Makes room for a unit of this width.
    fn hold(&mut self, width: usize) {
        if self.held == Held::Open && width < LINE_CHARACTERS_MAX {
            self.width += width;
        } else {
            self.place();
            self.width = width;
        }
        self.held = Held::Unit;
    }

    /// A unit that may hold line ends: it goes where its first line fits.
    pub(super) fn block(&mut self, text: &str) {
        let Some((first, _)) = text.split_once('\n') else {
            return self.unit(text);
        };
        if self.held == Held::Open && first.chars().count() >= LINE_CHARACTERS_MAX {
            self.place();
        } else if self.held == Held::Unit {
            self.place();
        }
        self.unit.push_str(text);
        self.width += first.chars().count();
        self.place();
        let last = text.rsplit('\n').next().unwrap_or_default();
        self.column = last.chars().count();
    }

    /// Text that has a line for itself and must not be followed on it.
    pub(super) fn line(&mut self, text: &str) {
        self.place();
        if self.column > 0 {
            self.out.push('\n');
        }
        self.out.push_str(text);
        self.out.push('\n');
        self.column = 0;
    }

    /// `(`.
    pub(super) fn open(&mut self) {
        self.place();
        self.unit.push('(');
        self.width = 1;
        self.held = Held::Open;
    }

    /// `)`.
    pub(super) fn close(&mut self) {
        if self.held != Held::Nothing && self.width < LINE_CHARACTERS_MAX {
            self.unit.push(')');
            self.width += 1;
        } else {
            self.place();
            self.unit.push(')');
            self.width = 1;
        }
        self.held = Held::Unit;
    }

    /// Puts the unit that is held back on a line.
    fn place(&mut self) {
        if self.held == Held::Nothing && self.unit.is_empty() {
            return;
        }
        if self.column > 0 {
            if self.column + 1 + self.width <= LINE_CHARACTERS_MAX {
                self.out.push(' ');
                self.column += 1;
            } else {
                self.out.push('\n');
                self.column = 0;
            }
        }
        self.out.push_str(&self.unit);
        self.column += self.width;
        self.unit.clear();
        self.width = 0;
        self.held = Held::Nothing;
    }

    /// Ends the section: the last line, and the empty line behind it.
    pub(super) fn finish(mut self) {
        self.place();
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
