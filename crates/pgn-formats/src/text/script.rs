//! Strings of scripts that hold PGN: `var pgn = "[Event \"A\"]\n" + "1. e4 *"`.

use super::{NumberedLine, word};

/// More bytes of neighboring strings are not kept.
const STRINGS_BYTES_MAX: usize = 16 << 20;

/// Looks for strings in a script, also in JSON. Strings that are joined by `+` are one; so are
/// those of a list, each on a line of its own.
#[derive(Debug, Default)]
pub(super) struct Script {
    /// The lines of the strings so far.
    lines: Vec<NumberedLine>,
    n_bytes: usize,
    string: Option<Quoted>,
    has_comma: bool,
}

#[derive(Debug)]
struct Quoted {
    delimiter: char,
    /// The meaning of the character after a backslash.
    escape: Option<String>,
}

impl Script {
    /// Takes a character; gives the lines of strings that are PGN and end before it.
    pub(super) fn take(&mut self, number: u64, c: char) -> Option<Vec<NumberedLine>> {
        let Some(mut string) = self.string.take() else { return self.take_code(number, c) };
        match (string.escape.take(), c) {
            (None, '\\') => string.escape = Some(String::new()),
            (None, '\n') if string.delimiter != '`' => return self.finish(),
            (None, c) if c == string.delimiter => return None,
            (None, c) => self.push(number, c),
            (Some(escape), c) => string.escape = self.take_escaped(number, escape, c),
        }
        self.string = Some(string);
        None
    }

    fn take_code(&mut self, number: u64, c: char) -> Option<Vec<NumberedLine>> {
        match c {
            '"' | '\'' | '`' => {
                if self.has_comma {
                    self.push(number, '\n');
                }
                self.has_comma = false;
                self.string = Some(Quoted { delimiter: c, escape: None });
                None
            }
            ',' if !self.has_comma => {
                self.has_comma = true;
                None
            }
            '+' => None,
            c if c.is_whitespace() => None,
            _ => self.finish(),
        }
    }

    /// A character after a backslash; gives what is there if it is not whole.
    fn take_escaped(&mut self, number: u64, mut escape: String, c: char) -> Option<String> {
        escape.push(c);
        let n_digits = match escape.as_bytes()[0] {
            b'u' => 4,
            b'x' => 2,
            _ => 0,
        };
        if escape.len() <= n_digits && (escape.len() == 1 || c.is_ascii_hexdigit()) {
            return Some(escape);
        }
        let code = || u32::from_str_radix(&escape[1..], 16).ok().and_then(char::from_u32);
        match c {
            _ if n_digits > 0 => self.push(number, code().unwrap_or('\u{FFFD}')),
            'n' => self.push(number, '\n'),
            't' => self.push(number, '\t'),
            // A continued line, and other text that is not kept.
            '\n' | '\r' | 'r' | 'b' | 'f' | 'v' | '0' => {}
            c => self.push(number, c),
        }
        None
    }

    fn push(&mut self, number: u64, c: char) {
        self.n_bytes += c.len_utf8();
        if self.n_bytes > STRINGS_BYTES_MAX {
            return;
        }
        match (c, self.lines.last_mut()) {
            ('\n', None) => {}
            ('\n', Some(_)) => self.lines.push((number, String::new())),
            (c, Some(line)) => {
                if line.1.is_empty() {
                    line.0 = number;
                }
                line.1.push(c);
            }
            (c, None) => self.lines.push((number, c.into())),
        }
    }

    /// The strings end here: their lines, if they are PGN.
    pub(super) fn finish(&mut self) -> Option<Vec<NumberedLine>> {
        let script = std::mem::take(self);
        let is_pgn = script.lines.iter().any(|(_, line)| word::may_begin_game(line));
        is_pgn.then_some(script.lines)
    }
}
