//! The elements of a line of text: tag pairs, move numbers, markers.

use pgnkit::tag::Outcome;

/// Quotation marks, including typographic replacements.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '″' | '‟')
}

/// A tag pair at the beginning of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TagPair<'a> {
    pub(super) name: &'a str,
    /// The text between the quotation marks, unchanged.
    pub(super) value: &'a str,
    /// Bytes of it all.
    pub(super) len: usize,
    /// Its marks are the straight ones.
    pub(super) is_plain: bool,
}

/// The tag pair that a text begins with, up to its bracket or the end of the text.
pub(super) fn tag_pair(text: &str) -> Option<TagPair<'_>> {
    let inside = text.strip_prefix('[')?.trim_start();
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = &inside[..inside.find(|c| !is_of_name(c))?];
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let quoted = inside[name.len()..].trim_start();
    let mark = quoted.chars().next().filter(|&c| is_quote(c))?;
    let from = text.len() - quoted.len() + mark.len_utf8();
    let close = text[from..].match_indices(is_quote).find_map(|(at, mark)| {
        let after = text[from + at + mark.len()..].trim_start();
        after.starts_with(']').then(|| (at, mark, text.len() - after.len() + 1))
    });
    let (len, end, is_plain) = match close {
        Some((at, other, end)) => (at, end, mark == '"' && other == "\""),
        None => (text.len() - from, text.len(), false),
    };
    let value = text[from..from + len].trim_end_matches([']', '\n']);
    Some(TagPair { name, value, len: end, is_plain })
}

/// Where a tag pair begins in a text.
pub(super) fn find_tag_pair(text: &str) -> Option<usize> {
    text.match_indices('[').map(|(at, _)| at).find(|&at| tag_pair(&text[at..]).is_some())
}

/// A move number: its number of digits and periods, and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: u32,
    pub(super) n_periods: usize,
    pub(super) len: usize,
}

/// How many digits a move number has at most.
const DIGITS_MAX: usize = 4;

/// The move number that a text begins with, of at most four digits.
pub(super) fn number(text: &str) -> Option<Number> {
    // No more is looked at: a line may be one long number.
    let n_digits = text.bytes().take(DIGITS_MAX + 1).take_while(u8::is_ascii_digit).count();
    let value = text[..n_digits].parse().ok().filter(|_| n_digits <= DIGITS_MAX)?;
    let n_periods = text[n_digits..].bytes().take_while(|&byte| byte == b'.').count();
    Some(Number { value, n_periods, len: n_digits + n_periods })
}

/// The first word of a text: up to white space, or to a character that is a token by itself in
/// movetext.
pub(super) fn first(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || "{}()[];*$,!?\"<>".contains(c);
    &text[..text.find(ends).unwrap_or(text.len())]
}

/// The same for a text whose first word may be a move followed by signs; `None` if it is longer.
pub(super) fn first_short(text: &str) -> Option<&str> {
    const BYTES_MAX: usize = 64;
    let mut end = text.len().min(BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let word = first(&text[..end]);
    (word.len() < end || end == text.len()).then_some(word)
}

/// The length of the termination marker at the beginning of a text; an asterisk does not count
/// here.
pub(super) fn marker_len(text: &str) -> Option<usize> {
    const SPACED: [&str; 4] = ["1 - 0", "0 - 1", "1/2 - 1/2", "½ - ½"];
    if let Some(spaced) = SPACED.iter().find(|spaced| text.starts_with(**spaced)) {
        return Some(spaced.len());
    }
    let word = first(text).trim_end_matches(['.', ':']);
    // Words such as `draw`, and signs, are prose here.
    let has_score = word.len() >= 3 && word.contains(['1', '½', '5']);
    let is_marker = has_score && Outcome::parse_lax(word).is_some_and(Outcome::is_standard);
    is_marker.then_some(word.len())
}

/// Whether a line has what a game begins with: a tag pair, or the first move number and a letter.
pub(super) fn may_begin_game(line: &str) -> bool {
    let begins_moves = || {
        let after = line.trim_start().strip_prefix("1.").map(str::trim_start);
        after.is_some_and(|text| text.starts_with(|c| "abcdefghNO0".contains(c)))
    };
    find_tag_pair(line).is_some() || begins_moves()
}
