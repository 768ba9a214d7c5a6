//! Tokens of an expression.
//!
//! ```text
//! text   ::= '"' { character | '\"' | '\\' } '"' flags | the same between apostrophes
//! regex  ::= "/" { character | "\/" } "/" flags
//! word   ::= letter { letter | digit | "_" | "-" before a letter | "'" between letters }
//! plain  ::= number, date, time, outcome: begins with a digit, a sign, "?", "*" or "#"
//! at     ::= "@" name | "@" text
//! sign   ::= "=" "==" "!=" "<>" "<" "<=" ">" ">=" "~" "!~" "(" ")" "," ".."
//! ```

use std::borrow::Cow;
use std::ops::Range;

use super::error::ParseError;

/// Words that are not fields.
pub(super) const RESERVED: &[&str] =
    &["and", "or", "not", "in", "sounds", "has", "tag", "within", "true", "false"];

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A quoted text with the letters that touch its end.
    Text(Cow<'a, str>, &'a str),
    /// A regular expression between slashes, with its letters.
    Regex(Cow<'a, str>, &'a str),
    Word(&'a str),
    /// A bare value that is not a word.
    Plain(&'a str),
    /// The name of a list or of a query.
    At(Cow<'a, str>),
    /// A sign, in its usual spelling.
    Sign(Sign),
    /// Nothing is left.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Like,
    NotLike,
    Open,
    Close,
    Comma,
    Dots,
}

/// Longest first, so that the first that fits is the one.
const SIGNS: [(&str, Sign); 14] = [
    ("==", Sign::Equal),
    ("!=", Sign::NotEqual),
    ("<>", Sign::NotEqual),
    ("<=", Sign::LessEqual),
    (">=", Sign::GreaterEqual),
    ("!~", Sign::NotLike),
    ("..", Sign::Dots),
    ("=", Sign::Equal),
    ("<", Sign::Less),
    (">", Sign::Greater),
    ("~", Sign::Like),
    ("(", Sign::Open),
    (")", Sign::Close),
    (",", Sign::Comma),
];

/// Walks over an expression.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    /// The next token and its place. A `#` that is at the beginning of a line is a remark to
    /// the end of the line.
    pub(super) fn next_token(&mut self) -> Result<(Token<'a>, Range<usize>), ParseError> {
        self.skip_space();
        let from = self.at;
        let rest = &self.text[from..];
        let Some(first) = rest.chars().next() else { return Ok((Token::End, from..from)) };
        let token = match first {
            '"' | '\'' => self.quoted(first).map(|text| Token::Text(text, self.flags())),
            '/' => self.quoted('/').map(|text| Token::Regex(text, self.flags())),
            '@' => self.at_name(),
            _ if first.is_alphabetic() || first == '_' => Ok(Token::Word(self.word())),
            _ => match SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                Some((spelling, sign)) => {
                    self.at += spelling.len();
                    Ok(Token::Sign(*sign))
                }
                None => self.plain(),
            },
        }?;
        Ok((token, from..self.at))
    }

    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let begins_line = self.text[..self.at].trim_end_matches([' ', '\t']);
            let is_remark = self.text[self.at..].starts_with('#')
                && (begins_line.is_empty() || begins_line.ends_with('\n'));
            if !is_remark {
                return;
            }
            let rest = &self.text[self.at..];
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// A text between two of `quote`. A backslash escapes a quote and, unless the text is a regular
    /// expression, another backslash; in a regular expression, everything else stays unchanged.
    fn quoted(&mut self, quote: char) -> Result<Cow<'a, str>, ParseError> {
        let from = self.at + 1;
        let mut text = String::new();
        let mut copied = from;
        let mut characters = self.text[from..].char_indices();
        while let Some((offset, character)) = characters.next() {
            let here = from + offset;
            if character == quote {
                self.at = here + 1;
                if text.is_empty() && copied == from {
                    return Ok(Cow::Borrowed(&self.text[from..here]));
                }
                text.push_str(&self.text[copied..here]);
                return Ok(Cow::Owned(text));
            }
            if character == '\\'
                && let Some((_, escaped)) = characters.next()
                && (escaped == quote || (escaped == '\\' && quote != '/'))
            {
                text.push_str(&self.text[copied..here]);
                copied = here + 1;
            }
        }
        let what = if quote == '/' { "regular expression" } else { "text" };
        let span = from - 1..from;
        Err(ParseError::new(span, format!("expected `{quote}` at the end of this {what}")))
    }

    /// The letters that touch the end of a text.
    fn flags(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        self.at += len;
        &rest[..len]
    }

    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let is_inside = |at: usize, character: char| {
            let after = &rest[at + character.len_utf8()..];
            match character {
                '-' => after.starts_with(char::is_alphabetic),
                '\'' => !RESERVED.contains(&&rest[..at]) && is_in_name(after),
                // Accents may be characters of their own.
                _ => {
                    character.is_alphanumeric()
                        || "_’\u{2bc}".contains(character)
                        || ('\u{300}'..='\u{36f}').contains(&character)
                }
            }
        };
        let end = rest.char_indices().find(|(at, character)| !is_inside(*at, *character));
        let len = end.map_or(rest.len(), |(at, _)| at);
        self.at += len;
        &rest[..len]
    }

    fn at_name(&mut self) -> Result<Token<'a>, ParseError> {
        let from = self.at;
        self.at += 1;
        let rest = &self.text[self.at..];
        if let Some(quote @ ('"' | '\'')) = rest.chars().next() {
            return Ok(Token::At(self.quoted(quote)?));
        }
        let is_end = |character: char| character.is_whitespace() || "(),".contains(character);
        let len = rest.find(is_end).unwrap_or(rest.len());
        self.at += len;
        match len {
            0 => Err(ParseError::new(from..from + 1, "expected a name after `@`")),
            _ => Ok(Token::At(Cow::Borrowed(&rest[..len]))),
        }
    }

    /// A bare value: `2800`, `-1.5`, `1990.??.??`, `0:05:00`, `1/2-1/2`, `*`, `#3`. Two periods end
    /// it.
    fn plain(&mut self) -> Result<Token<'a>, ParseError> {
        let rest = &self.text[self.at..];
        let is_inside =
            |byte: u8| byte.is_ascii_alphanumeric() || b"+-.?*:/#".contains(&byte) || byte == b'_';
        let bytes = rest.as_bytes();
        let mut len = 0;
        while len < bytes.len() && is_inside(bytes[len]) && !bytes[len..].starts_with(b"..") {
            len += 1;
        }
        if len == 0 {
            let character = rest.chars().next().unwrap_or_default();
            let span = self.at..self.at + character.len_utf8();
            let hint = match character {
                '“' | '”' | '„' => "strings are quoted with \" or '",
                '&' | '|' | '!' => "the words are `and`, `or`, `not`",
                _ => "strings are in quotes",
            };
            let error = ParseError::new(span, format!("unexpected character `{character}`"));
            return Err(error.with_hint(hint));
        }
        self.at += len;
        Ok(Token::Plain(&rest[..len]))
    }
}

/// Whether an apostrophe before this text is part of a name, as in `o'kelly`: it begins no text in
/// quotes.
fn is_in_name(after: &str) -> bool {
    let rest = after.trim_start_matches(char::is_alphabetic);
    rest.len() < after.len() && !rest.starts_with('\'')
}
