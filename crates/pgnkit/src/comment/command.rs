//! Commands in comment text: finding and removing them.
//!
//! Standard: none; the 2001 supplement and later programs. Decisions: D-11.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::Value;
use crate::tag::ValueError;

/// One command in a comment.
///
/// ```
/// let command = pgnkit::comment::commands("good [%clk 0:01:02]").next().unwrap();
/// assert_eq!((command.name, command.args), ("clk", "0:01:02"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Command<'a> {
    /// The bytes from `[` to `]` within the comment text.
    pub range: Range<usize>,
    /// Letters, digits and underscores, beginning with a letter.
    pub name: &'a str,
    /// The text between the name and `]`, without white space around it.
    pub args: &'a str,
}

impl<'a> Command<'a> {
    /// The typed value of a known command, or the name and arguments of any other.
    ///
    /// # Errors
    /// If the arguments of a known command are malformed; the offset is within
    /// [`args`](Command::args). The command is then plain text.
    ///
    /// ```
    /// use pgnkit::comment::{Clock, Millis, Value, commands};
    /// let command = commands("[%clk 0:01:02]").next().unwrap();
    /// assert_eq!(command.value(), Ok(Value::Time(Clock::Clk, Millis(62_000))));
    /// ```
    pub fn value(&self) -> Result<Value<'a>, ValueError> {
        Value::parse(self.name, self.args)
    }
}

/// The command with one space before its arguments.
impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[%{}", self.name)?;
        if !self.args.is_empty() {
            write!(f, " {}", self.args)?;
        }
        f.write_str("]")
    }
}

/// The commands in a comment's text, in order.
///
/// ```text
/// command ::= "[%" name [arguments] "]"
/// name    ::= letter {letter | digit | "_"}
/// ```
///
/// Arguments are any text without `]` and `[%`. The space before them may be missing: the name then
/// ends before the first character that cannot be part of it, and the names `clk`, `emt`, `egt`,
/// `mct`, `eval` and `depth` end before the first digit. Anything else is plain text. Cost: one
/// pass over the text.
///
/// ```
/// let commands = pgnkit::comment::commands("[%eval 0.3] [%clk 0:01:02]");
/// assert!(commands.map(|it| it.name).eq(["eval", "clk"]));
/// ```
#[must_use]
pub fn commands(text: &str) -> Commands<'_> {
    Commands { text, offset: 0 }
}

/// Iterator over the commands of a text; see [`commands`].
#[derive(Debug, Clone)]
pub struct Commands<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Iterator for Commands<'a> {
    type Item = Command<'a>;

    fn next(&mut self) -> Option<Command<'a>> {
        while let Some(found) = find_opening(&self.text[self.offset..]) {
            let start = self.offset + found;
            let inside = start + OPENING.len();
            self.offset = inside;
            if !self.text[inside..].starts_with(|first: char| first.is_ascii_alphabetic()) {
                continue;
            }
            // Without another `]` nothing further on can be a command.
            let end = inside + self.text[inside..].find(']')?;
            if let Some(idx) = rfind_opening(&self.text[inside..end]) {
                self.offset = inside + idx;
                continue;
            }
            self.offset = end + 1;
            let (name, args) = split(&self.text[inside..end]);
            return Some(Command { range: start..end + 1, name, args });
        }
        None
    }
}

impl std::iter::FusedIterator for Commands<'_> {}

/// Where [`OPENING`] is: a search for two bytes costs less than to prepare one for any text.
fn find_opening(text: &str) -> Option<usize> {
    text.as_bytes().windows(OPENING.len()).position(|bytes| bytes == OPENING.as_bytes())
}

/// Where it is last.
fn rfind_opening(text: &str) -> Option<usize> {
    text.as_bytes().windows(OPENING.len()).rposition(|bytes| bytes == OPENING.as_bytes())
}

/// The mark that ChessBase writes in a comment for a diagram.
pub const DIAGRAM_MARK: &str = "[#]";

/// The text without its commands; borrowed if it has none.
///
/// White space around a removed command becomes one space, or nothing at either end of the text.
///
/// ```
/// assert_eq!(pgnkit::comment::strip_commands("good [%clk 0:01:02] move"), "good move");
/// ```
#[must_use]
pub fn strip_commands(text: &str) -> Cow<'_, str> {
    let mut stripped = String::new();
    let mut kept_to = 0;
    for command in commands(text) {
        push_joined(&mut stripped, &text[kept_to..command.range.start]);
        kept_to = command.range.end;
    }
    if kept_to == 0 {
        return Cow::Borrowed(text);
    }
    push_joined(&mut stripped, &text[kept_to..]);
    stripped.truncate(stripped.trim_end().len());
    Cow::Owned(stripped)
}

/// The words of a text with single spaces between them: two comments are equal if these are,
/// because line breaks do not count. Borrowed if the text already has this form.
///
/// ```
/// assert_eq!(pgnkit::comment::words_of(" a\n good  move"), "a good move");
/// ```
#[must_use]
pub fn words_of(text: &str) -> Cow<'_, str> {
    let is_gap = |c: char| c.is_whitespace() && c != ' ';
    if text.trim() == text && !text.contains("  ") && !text.contains(is_gap) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// How every command begins.
pub const OPENING: &str = "[%";

/// Names that are followed by a number, and so end where a digit begins.
const NUMBERED: [&str; 6] = ["clk", "emt", "egt", "mct", "eval", "depth"];

/// Name and arguments of what is between `[%` and `]`.
fn split(inside: &str) -> (&str, &str) {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut len = inside.bytes().take_while(|&byte| is_name(byte)).count();
    for name in NUMBERED {
        let rest = inside[..len].strip_prefix(name);
        if rest.is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit())) {
            len = name.len();
        }
    }
    let (name, args) = inside.split_at(len);
    (name, args.trim())
}

fn push_joined(stripped: &mut String, piece: &str) {
    let ends_open = stripped.is_empty() || stripped.ends_with(char::is_whitespace);
    let piece = if ends_open { piece.trim_start() } else { piece };
    stripped.push_str(piece);
}
