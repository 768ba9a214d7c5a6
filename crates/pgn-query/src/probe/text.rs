//! Walking over the text of a probe: words, signs, numbers, and where they are.

use std::ops::Range;

use super::ProbeError;

/// The longest text of a probe, in bytes: a line of five thousand moves.
const BYTES_MAX: usize = 1 << 16;

/// Refuses what is too long to be meant.
pub(super) fn refuse_long(text: &str) -> Result<(), ProbeError> {
    if text.len() <= BYTES_MAX {
        return Ok(());
    }
    let message = format!("expected at most {BYTES_MAX} bytes, found {}", text.len());
    Err(ProbeError::new(BYTES_MAX.min(text.len())..text.len(), message))
}

/// A text, and how far it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProbeText<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> ProbeText<'a> {
    pub(super) fn new(text: &'a str) -> ProbeText<'a> {
        ProbeText { text, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a sign if it is next.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let is_there = self.rest().starts_with(sign);
        self.at += if is_there { sign.len() } else { 0 };
        is_there
    }

    /// Takes a word of letters and hyphens if it is next, as a whole.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_there = self.peek_word() == word;
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    /// The word of letters and hyphens that is next, which stays; perhaps empty.
    pub(super) fn peek_word(&self) -> &'a str {
        let mut ahead = *self;
        ahead.take_while(|c| c.is_ascii_alphabetic() || c == '-')
    }

    /// The characters that are these, perhaps none.
    pub(super) fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !is_wanted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A whole number of at most nine digits, if a digit is next.
    pub(super) fn number(&mut self) -> Result<Option<u32>, ProbeError> {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(number) if digits.len() <= 9 => Ok(Some(number)),
            Ok(_) | Err(_) => {
                let message = "expected a number of at most nine digits, found a longer one";
                Err(ProbeError::new(start..self.at, message))
            }
        }
    }

    /// An error about the next word, or about the end of the text.
    pub(super) fn expected(&self, what: &str) -> ProbeError {
        let rest = self.rest();
        let len = match rest.chars().next() {
            None => 0,
            Some(c) if c.is_alphanumeric() => {
                rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
            }
            Some(c) => c.len_utf8(),
        };
        self.expected_at(what, self.at..self.at + len)
    }

    /// An error about these bytes.
    pub(super) fn expected_at(&self, what: &str, range: Range<usize>) -> ProbeError {
        let found = match self.text.get(range.clone()) {
            None | Some("") if range.start >= self.text.len() => "the end".to_owned(),
            None | Some("") => "nothing".to_owned(),
            Some(found) => format!("`{found}`"),
        };
        ProbeError::new(range, format!("expected {what}, found {found}"))
    }

    /// Refuses what is left, spaces apart.
    pub(super) fn end(&mut self, what: &str) -> Result<(), ProbeError> {
        self.skip_spaces();
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected(what)) }
    }
}
