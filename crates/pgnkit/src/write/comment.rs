//! Comments of export form: from any text to words that can be set in lines and read again.
//!
//! Standard: §5. Decisions: D-10, D-11.

use super::profile::EXPORT_LINE_CHARACTERS_MAX;
use core::ops::Range;

/// A comment in normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CommentPiece {
    /// `{…}`: its words, the braces stuck to the first and the last; no word may be broken, a
    /// line may break between any two.
    Brace(Vec<String>),
    /// `;…` on a separate line.
    Line(String),
}

impl CommentPiece {
    /// The comment that is read back from it.
    pub(super) fn text(&self) -> String {
        match self {
            CommentPiece::Brace(words) => {
                let braced = words.join(" ");
                braced[1..braced.len() - 1].to_owned()
            }
            CommentPiece::Line(text) => text.clone(),
        }
    }
}

/// The most characters of a word, so that it fits into 254 with its braces.
const WORD_CHARACTERS_MAX: usize = 252;
/// The most characters of a rest-of-line comment, without its semicolon.
const PIECE_CHARACTERS_MAX: usize = 78;

/// The normal form of a comment: none if it is blank, several if it must be split.
pub(super) fn pieces(text: &str) -> Vec<CommentPiece> {
    let words = words(text);
    if words.is_empty() {
        return Vec::new();
    }
    if !text.contains('}') {
        return brace_pieces(words);
    }
    let mut pieces = Vec::new();
    for piece in fill_pieces(words) {
        if piece.contains('}') {
            pieces.push(CommentPiece::Line(piece));
        } else {
            pieces.extend(brace_pieces(self::words(&piece)));
        }
    }
    pieces
}

/// The texts of the brace comments for a comment without a closing brace: one, unless a word is too
/// long; none if it is blank.
pub fn brace_texts(text: &str) -> Vec<String> {
    pieces(text).iter().map(CommentPiece::text).collect()
}

/// The text without white space and controls at its ends.
#[inline]
pub(super) fn trim(text: &str) -> &str {
    let is_space = |byte: Option<&u8>| matches!(byte, Some(0..=32 | 127));
    let (mut start, mut end) = (0, text.len());
    let bytes = text.as_bytes();
    if let [b'!'..=b'~', .., b'!'..=b'~'] = bytes {
        return text;
    }
    while is_space(bytes.get(start)) {
        start += 1;
    }
    while end > start && is_space(bytes.get(end - 1)) {
        end -= 1;
    }
    &text[start..end]
}

/// A word of a comment that is in normal form but for the white space between words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlainWord {
    /// A word with these places.
    Word(Range<usize>),
    /// There are no more pieces.
    End,
    /// Something must be split, joined or changed; [`pieces`] handles all cases.
    Odd,
}

/// The next word of a comment from `at` on.
pub(super) fn plain_word(text: &str, mut at: usize) -> PlainWord {
    let bytes = text.as_bytes();
    let is_first = at == 0;
    while let Some(0..=32 | 127) = bytes.get(at) {
        at += 1;
    }
    let start = at;
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            0..=32 | 127 => break,
            b'}' => return PlainWord::Odd,
            b'[' if bytes.get(at + 1) == Some(&b'%') => match plain_command(&bytes[at..]) {
                Some(len) => len,
                None => return PlainWord::Odd,
            },
            _ => 1,
        };
    }
    if at == start {
        return PlainWord::End;
    }
    let word = &text[start..at];
    // Space for both braces.
    if word.len() >= EXPORT_LINE_CHARACTERS_MAX - 2 || (!is_first && sticks(word)) {
        return PlainWord::Odd;
    }
    PlainWord::Word(start..at)
}

/// Whether all words of a comment are [plain](plain_word).
pub(super) fn is_plain(text: &str) -> bool {
    let mut at = 0;
    loop {
        match plain_word(text, at) {
            PlainWord::Word(word) => at = word.end,
            PlainWord::End => return true,
            PlainWord::Odd => return false,
        }
    }
}

/// Length of the command that `text` begins with, if its white space is single spaces already.
fn plain_command(text: &[u8]) -> Option<usize> {
    let mut before = 0;
    for (at, &byte) in text.iter().take(WORD_CHARACTERS_MAX / 2).enumerate() {
        match byte {
            b']' => return (before != b' ').then_some(at + 1),
            b'{' | b'}' | 0..=31 | 127 => return None,
            b' ' if before == b' ' => return None,
            byte => before = byte,
        }
    }
    None
}

/// The words of a comment. A command `[%name arguments]` is one word with the text that touches it,
/// its inner white space single spaces; a word that would be too long with it ends before it, so
/// that no command is ever split.
fn words(text: &str) -> Vec<String> {
    let mut words = Words::default();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if let Some((command, behind)) = command(rest) {
            words.command(&command);
            rest = behind;
            continue;
        }
        if is_space(character) {
            words.end();
        } else {
            words.character(character);
        }
        rest = &rest[character.len_utf8()..];
    }
    words.end();
    words.done
}

#[derive(Default)]
struct Words {
    done: Vec<String>,
    word: String,
    n_characters: usize,
    has_command: bool,
}

impl Words {
    fn end(&mut self) {
        if !self.word.is_empty() {
            self.done.push(core::mem::take(&mut self.word));
        }
        self.n_characters = 0;
        self.has_command = false;
    }

    fn character(&mut self, character: char) {
        if self.has_command && self.n_characters == WORD_CHARACTERS_MAX {
            self.end();
        }
        self.word.push(character);
        self.n_characters += 1;
    }

    fn command(&mut self, command: &str) {
        let n_characters = command.chars().count();
        if self.n_characters + n_characters > WORD_CHARACTERS_MAX {
            self.end();
        }
        self.word.push_str(command);
        self.n_characters += n_characters;
        self.has_command = true;
    }
}

/// White space and controls; a no-break space is a character like any other.
fn is_space(character: char) -> bool {
    character <= ' ' || character == '\u{7f}'
}

/// Whether a command is never split.
pub fn is_one_word(command: &str) -> bool {
    self::command(command).is_some_and(|(_, behind)| behind.is_empty())
}

/// The command that `text` begins with, its white space made single, and what comes after it.
fn command(text: &str) -> Option<(String, &str)> {
    if !text.starts_with("[%") {
        return None;
    }
    // Only so far as a command can reach: time must not grow with the square of the text.
    let mut n_characters = 0;
    let (end, _) = text.char_indices().find(|&(_, character)| {
        n_characters += usize::from(!is_space(character));
        n_characters > WORD_CHARACTERS_MAX / 2 || matches!(character, ']' | '}' | '{')
    })?;
    if !text[end..].starts_with(']') {
        return None;
    }
    let inside: Vec<&str> = text[..end].split(is_space).filter(|part| !part.is_empty()).collect();
    let command = inside.join(" ") + "]";
    (command.chars().count() <= WORD_CHARACTERS_MAX / 2).then_some((command, &text[end + 1..]))
}

/// Whether a word must not begin a line: a reader of lines could take it for an escape or a tag.
pub(super) fn sticks(word: &str) -> bool {
    let mut characters = word.chars();
    match characters.next() {
        Some('%') => true,
        Some('[') => characters.next().is_some_and(|second| second.is_ascii_alphanumeric()),
        Some(_) | None => false,
    }
}

/// Joins words that must not begin a line to the previous word; splits the comment if a word or a
/// chain of them is too long for a line.
fn brace_pieces(words: Vec<String>) -> Vec<CommentPiece> {
    let mut pieces = Vec::new();
    let mut chains: Vec<String> = Vec::new();
    for word in words {
        for (n, part) in cut(&word).into_iter().enumerate() {
            if n > 0 {
                pieces.extend(brace(&mut chains));
            }
            match chains.last_mut() {
                Some(chain) if sticks(&part) => {
                    if chain.chars().count() + 1 + part.chars().count() > WORD_CHARACTERS_MAX {
                        pieces.extend(brace(&mut chains));
                        chains.push(part);
                    } else {
                        chain.push(' ');
                        chain.push_str(&part);
                    }
                }
                Some(_) | None => chains.push(part),
            }
        }
    }
    pieces.extend(brace(&mut chains));
    pieces
}

/// A word in parts of at most [`WORD_CHARACTERS_MAX`] characters.
fn cut(word: &str) -> Vec<String> {
    if word.len() <= WORD_CHARACTERS_MAX {
        return vec![word.to_string()];
    }
    let characters: Vec<char> = word.chars().collect();
    characters.chunks(WORD_CHARACTERS_MAX).map(|part| part.iter().collect()).collect()
}

/// The chains so far as one comment.
fn brace(chains: &mut Vec<String>) -> Option<CommentPiece> {
    let mut words = core::mem::take(chains);
    words.first_mut()?.insert(0, '{');
    words.last_mut()?.push('}');
    Some(CommentPiece::Brace(words))
}

/// Fills words into pieces of at most [`PIECE_CHARACTERS_MAX`] characters.
fn fill_pieces(words: Vec<String>) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for word in words.iter().flat_map(|word| cut(word)) {
        match pieces.last_mut() {
            Some(piece)
                if piece.chars().count() + 1 + word.chars().count() <= PIECE_CHARACTERS_MAX =>
            {
                piece.push(' ');
                piece.push_str(&word);
            }
            Some(_) | None => pieces.push(word),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        if is_plain(text) {
            let (mut plain, mut at) = (Vec::new(), 0);
            while let PlainWord::Word(word) = plain_word(text, at) {
                at = word.end;
                plain.push(text[word].to_string());
            }
            let words = plain.clone();
            let expected = if words.is_empty() { vec![] } else { vec![plain] };
            let slowly: Vec<Vec<String>> = pieces(text)
                .into_iter()
                .map(|piece| match piece {
                    CommentPiece::Brace(words) => {
                        words.join(" ")[1..].strip_suffix('}').map(self::words).unwrap_or_default()
                    }
                    CommentPiece::Line(text) => vec![text],
                })
                .collect();
            assert_eq!(slowly, expected, "{text}");
        }
        pieces(text)
            .into_iter()
            .map(|piece| match piece {
                CommentPiece::Brace(words) => words.join(" "),
                CommentPiece::Line(text) => format!(";{text}"),
            })
            .collect()
    }

    #[test]
    fn blank_comments_are_nothing_and_blanks_are_single() {
        assert!(shown(" \n\t ").is_empty());
        assert_eq!(shown("  a   b\nc "), ["{a b c}"]);
    }

    #[test]
    fn a_closing_brace_makes_a_line() {
        assert_eq!(shown("a } b"), [";a } b"]);
        let long = format!("{} x}} y", "word ".repeat(20));
        let pieces = shown(&long);
        assert_eq!(pieces.len(), 2);
        assert!(pieces[0].starts_with("{word") && pieces[1].ends_with("x} y"));
    }

    #[test]
    fn commands_are_one_word() {
        let CommentPiece::Brace(words) = &pieces("a [%clk  0:01:02] [%eval 1] b")[0] else {
            panic!()
        };
        assert_eq!(words, &["{a", "[%clk 0:01:02]", "[%eval 1]", "b}"]);
    }

    #[test]
    fn doubtful_words_never_begin_a_line() {
        let CommentPiece::Brace(words) = &pieces("50 % of [Event \"x\"]")[0] else { panic!() };
        assert_eq!(words, &["{50 %", "of [Event", "\"x\"]}"]);
    }

    #[test]
    fn long_words_are_cut() {
        let pieces = shown(&"x".repeat(600));
        assert_eq!(pieces.iter().map(String::len).collect::<Vec<_>>(), [254, 254, 98]);
    }
}
