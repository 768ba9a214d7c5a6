//! A sheet as text: a heading, the moves in lines of less than 80 characters, diagrams.
//!
//! Decisions: D-59, D-62, D-63.

use super::heading::Heading;
use super::item::{Item, tell};
use super::{Characters, Sheet};
use crate::game::Game;

/// The longest line, in characters; a longer word gets a line of its own.
const SHEET_LINE_CHARACTERS_MAX: usize = 79;

/// The indentation of a diagram.
const INDENT: &str = "    ";

/// The indentation of a variation of the main line, in characters.
const VARIATION_INDENT: usize = 4;

impl Sheet {
    /// Appends a game: the heading, an empty line, the moves, the outcome, two empty lines.
    ///
    /// Comments on the main line are paragraphs; variations begin a line, are indented, and contain
    /// their own comments and variations.
    ///
    /// ```
    /// use pgnkit::{Game, score_sheet::Sheet};
    /// let game: Game = "1. e4 {best by test} *".parse()?;
    /// let mut text = String::new();
    /// Sheet::default().text(&game, &mut text);
    /// assert!(text.contains("1. e4\n\nbest by test\n"));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn text(&self, game: &Game, out: &mut String) {
        let begin = out.len();
        let heading = Heading::of(game, self);
        out.push_str(&one_line(&heading.players));
        out.push_str("  ");
        out.push_str(heading.outcome);
        out.push('\n');
        for line in [heading.event, heading.about] {
            if !line.is_empty() {
                out.push_str(&one_line(&line));
                out.push('\n');
            }
        }
        out.push('\n');
        let mut filler = Filler { out, column: 0, indent: 0, is_glued: false };
        let mut depth = 0_usize;
        tell(game, self, |item| match item {
            // A number stays on the line of its move.
            Item::Move { number: Some(number), text } => filler.word(&format!("{number} {text}")),
            Item::Move { number: None, text } => filler.word(&text),
            Item::Suffix(sign) => filler.glue(&sign),
            Item::Sign(sign) => filler.word(&sign),
            Item::Comment(words) if depth == 0 => {
                filler.paragraph();
                filler.words(&words);
                filler.paragraph();
            }
            Item::Words(words) | Item::Comment(words) => filler.words(&words),
            Item::Open => {
                depth += 1;
                if depth == 1 {
                    filler.line(VARIATION_INDENT);
                }
                filler.word("(");
                filler.is_glued = true;
            }
            Item::Close => {
                filler.glue(")");
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    filler.line(0);
                }
            }
            Item::Diagram(diagram) => {
                filler.block(&diagram.text(self.signs()));
            }
        });
        filler.word(heading.outcome);
        filler.out.push_str("\n\n\n");
        if self.characters == Characters::Ascii {
            let ascii: String =
                out[begin..].chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
            out.truncate(begin);
            out.push_str(&ascii);
        }
    }
}

/// Without line ends and control characters.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Sets words into lines.
struct Filler<'a> {
    out: &'a mut String,
    /// Characters in the present line, without its indentation if it is empty.
    column: usize,
    /// The indentation of lines.
    indent: usize,
    /// The next word follows without a space.
    is_glued: bool,
}

impl Filler<'_> {
    fn word(&mut self, word: &str) {
        let len = word.chars().count();
        let space = usize::from(self.column > 0 && !self.is_glued);
        if self.column > 0
            && self.column + space + len > SHEET_LINE_CHARACTERS_MAX
            && !self.is_glued
        {
            self.end_line();
        } else if space > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        if self.column == 0 {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
            self.column = self.indent;
        }
        self.out.push_str(word);
        self.column += len;
        self.is_glued = false;
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
        self.is_glued = false;
    }

    /// A new line with this indentation.
    fn line(&mut self, indent: usize) {
        self.end_line();
        self.indent = indent;
    }

    /// An empty line, unless there is one.
    fn paragraph(&mut self) {
        self.end_line();
        if !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// A sign after a word; it stays on its line.
    fn glue(&mut self, sign: &str) {
        self.out.push_str(sign);
        self.column += sign.chars().count();
        self.is_glued = false;
    }

    fn words(&mut self, text: &str) {
        let is_white = |c: char| c.is_whitespace() || c.is_control();
        text.split(is_white).filter(|word| !word.is_empty()).for_each(|word| self.word(word));
    }

    /// Lines of their own, with an empty line before and after.
    fn block(&mut self, lines: &str) {
        self.paragraph();
        for line in lines.lines() {
            self.out.push_str(INDENT);
            self.out.push_str(line);
            self.out.push('\n');
        }
        self.out.push('\n');
    }
}
