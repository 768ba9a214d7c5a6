//! Texts of games that leave something out, or break their lines elsewhere: for other programs.
//!
//! Standard: §8.2.1, §8.2.2. Decisions: D-39.

use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::write::EXPORT_LINE_CHARACTERS_MAX;

/// How the text differs from export form; the default is not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Without the tag section.
    pub omits_tags: bool,
    /// Without move numbers.
    pub omits_numbers: bool,
    /// Without signs of check and mate.
    pub omits_checks: bool,
    /// Without the termination marker.
    pub omits_marker: bool,
    /// The longest line of movetext, in characters; a longer word stays whole.
    pub line_characters_max: Option<usize>,
    /// Each comment on lines of its own.
    pub comment_lines: bool,
}

impl TextOptions {
    pub(super) fn is_nothing(&self) -> bool {
        *self == TextOptions::default()
    }

    /// The text of a game, changed.
    fn text_options(&self, game: &str) -> String {
        let (tags, movetext) = match game.find("\n\n").filter(|_| game.starts_with('[')) {
            Some(end) => (&game[..end + 2], &game[end + 2..]),
            None => ("", game),
        };
        let mut text = String::with_capacity(game.len());
        if !self.omits_tags {
            text.push_str(tags);
        }
        let mut lines = WrappedLines {
            text,
            column: 0,
            characters_max: self.line_characters_max.unwrap_or(EXPORT_LINE_CHARACTERS_MAX),
        };
        let mut words = Words { rest: movetext, in_comment: false };
        while let Some((word, comment)) = words.next() {
            match comment {
                Comment::Line => lines.line(word),
                Comment::Begin | Comment::Whole if self.comment_lines => lines.fresh(word),
                Comment::No => self.word(word, words.rest.trim().is_empty(), &mut lines),
                Comment::Begin | Comment::Whole | Comment::Middle | Comment::End => {
                    lines.word(word);
                }
            }
            if self.comment_lines && matches!(comment, Comment::Whole | Comment::End) {
                lines.end();
            }
        }
        lines.end();
        lines.text.push('\n');
        lines.text
    }

    /// A word outside comments: numbers, moves, NAGs, parentheses glued to them, the marker.
    fn word(&self, word: &str, is_last: bool, lines: &mut WrappedLines) {
        let bare = word.trim_start_matches('(').trim_end_matches(')');
        let is_number = bare.ends_with('.') && bare.starts_with(|c: char| c.is_ascii_digit());
        if is_last && self.omits_marker {
            return;
        }
        if is_number && self.omits_numbers {
            // A word that touches a number goes with the next word.
            lines.glue(&word[..word.len() - bare.len()]);
        } else if self.omits_checks && !is_last {
            let without = word.replace(['+', '#'], "");
            lines.word(&without);
        } else {
            lines.word(word);
        }
    }
}

/// The place of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comment {
    No,
    /// A comment of one word.
    Whole,
    Begin,
    Middle,
    End,
    /// A whole line after a semicolon or a percent sign.
    Line,
}

/// The words of movetext in export form.
struct Words<'a> {
    rest: &'a str,
    in_comment: bool,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<(&'a str, Comment)> {
        let text = self.rest.trim_start_matches([' ', '\n', '\r']);
        if text.is_empty() {
            return None;
        }
        if !self.in_comment && text.starts_with([';', '%']) {
            let end = text.find('\n').unwrap_or(text.len());
            self.rest = &text[end..];
            return Some((text[..end].trim_end_matches('\r'), Comment::Line));
        }
        let end = text.find([' ', '\n', '\r']).unwrap_or(text.len());
        let word = &text[..end];
        self.rest = &text[end..];
        let begins = !self.in_comment && word.trim_start_matches('(').starts_with('{');
        let ends = (self.in_comment || begins) && word.trim_end_matches(')').ends_with('}');
        let comment = match (self.in_comment || begins, begins, ends) {
            (false, _, _) => Comment::No,
            (true, true, true) => Comment::Whole,
            (true, true, false) => Comment::Begin,
            (true, false, true) => Comment::End,
            (true, false, false) => Comment::Middle,
        };
        self.in_comment = matches!(comment, Comment::Begin | Comment::Middle);
        Some((word, comment))
    }
}

/// Lines that are being filled.
struct WrappedLines {
    text: String,
    column: usize,
    characters_max: usize,
}

impl WrappedLines {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        let is_glued = self.text.ends_with('(');
        if self.column > 0 && !is_glued {
            if self.column + 1 + width > self.characters_max {
                self.end();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Parentheses that the next word sticks to.
    fn glue(&mut self, signs: &str) {
        if !signs.is_empty() {
            self.word(signs);
        }
    }

    /// A word on a new line.
    fn fresh(&mut self, word: &str) {
        self.end();
        self.word(word);
    }

    /// A line for itself.
    fn line(&mut self, line: &str) {
        self.fresh(line);
        self.end();
    }

    fn end(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }
}

/// Lets another writer write, and changes the text.
pub(super) struct TextOptionsWriter {
    pub(super) text_options: TextOptions,
    pub(super) writer: Box<dyn WriteGame>,
}

impl WriteGame for TextOptionsWriter {
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        let from = into.text.len();
        self.writer.write(game, place, loudness, into);
        let written = into.text.split_off(from);
        if !written.is_empty() {
            let text = self.text_options.text_options(&String::from_utf8_lossy(&written));
            into.text.extend_from_slice(text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[White \"a+b\"]\n[Result \"1-0\"]\n\n1. e4 {a 1. comment+} 1... e5 (1... \
        d5+ {x}) ({y} 1... c5#) 2. Qh5+ $1\n; a line\n2... Ke7 3. Qxe5# 1-0\n\n";

    #[test]
    fn each_part_can_be_left_out() {
        let changed = |text_options: TextOptions| text_options.text_options(GAME);
        let tags = "[White \"a+b\"]\n[Result \"1-0\"]\n\n";
        assert_eq!(changed(TextOptions::default()), GAME);
        let text_options = TextOptions { omits_numbers: true, ..TextOptions::default() };
        let moves = "e4 {a 1. comment+} e5 (d5+ {x}) ({y} c5#) Qh5+ $1\n; a line\nKe7 Qxe5# 1-0\n";
        assert_eq!(changed(text_options), format!("{tags}{moves}\n"));
        let text_options =
            TextOptions { omits_tags: true, omits_checks: true, ..TextOptions::default() };
        let moves = "1. e4 {a 1. comment+} 1... e5 (1... d5 {x}) ({y} 1... c5) 2. Qh5 $1\n\
            ; a line\n2... Ke7 3. Qxe5 1-0\n";
        assert_eq!(changed(text_options), format!("{moves}\n"));
        let text_options = TextOptions {
            omits_marker: true,
            line_characters_max: Some(20),
            ..TextOptions::default()
        };
        let moves = "1. e4 {a 1.\ncomment+} 1... e5\n(1... d5+ {x}) ({y}\n1... c5#) 2. Qh5+ $1\n\
            ; a line\n2... Ke7 3. Qxe5#\n";
        assert_eq!(changed(text_options), format!("{tags}{moves}\n"));
        let text_options =
            TextOptions { comment_lines: true, omits_tags: true, ..TextOptions::default() };
        let moves = "1. e4\n{a 1. comment+}\n1... e5 (1... d5+\n{x})\n({y}\n1... c5#) 2. Qh5+ $1\n\
            ; a line\n2... Ke7 3. Qxe5# 1-0\n";
        assert_eq!(changed(text_options), format!("{moves}\n"));
    }
}
