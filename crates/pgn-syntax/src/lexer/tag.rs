//! Tag pairs: `[Name "value"]` with anything that may be between the four tokens.
//!
//! ```text
//! tag-pair = "[" SEP tag-name SEP string SEP "]"
//! ```
//!
//! Standard: §7, §8.1, §18. Decisions: D-06, D-15, D-26.

use super::prose::{is_tag_line, trimmed_start};
use super::{holds_control, is_blank, is_line_end, line_end, skip_blanks};

/// How many bytes after a quote to look for the bracket. The limit bounds the cost for a value full
/// of quotes.
const NEAR_BYTES: usize = 1024;

/// A tag pair found in a window; all offsets are in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pair {
    pub(crate) name: (usize, usize),
    /// Between the quotes.
    pub(crate) value: (usize, usize),
    /// The value with its quotes, if it has any.
    pub(crate) string: (usize, usize),
    /// After the closing bracket, or after the value if there is none.
    pub(crate) end: usize,
    pub(crate) escaped: bool,
    /// A quote in the value lacks its backslash.
    pub(crate) bare_quote: bool,
    /// The string was not closed on its line.
    pub(crate) open_string: bool,
    /// The closing bracket is missing.
    pub(crate) open_pair: bool,
    /// The value lacks quotes, or has others than `"`.
    pub(crate) is_unquoted: bool,
}

impl Pair {
    /// Whether the pair is truncated: more than a quote or a bracket may be missing.
    pub(crate) fn is_cut(&self) -> bool {
        self.open_string || self.open_pair
    }
}

/// The result of a scan at a left bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// The window is too short to decide.
    NeedMore,
    Pair(Pair),
    /// Brackets without a tag pair in them, up to here.
    Malformed(usize),
}

/// Scans the tag pair at `start`, the place of a left bracket.
pub(crate) fn scan(window: &[u8], start: usize, last: bool) -> Found {
    let Some(name_start) = skip_separators(window, start + 1, last) else {
        return Found::NeedMore;
    };
    let name_stop = name_end(window, name_start);
    if is_overlong(&window[name_start..name_stop]) {
        return malformed(window, start, last);
    }
    let Some(quote) = skip_separators(window, name_stop, last) else {
        return Found::NeedMore;
    };
    if quote == window.len() && !last {
        return Found::NeedMore;
    }
    if window.get(quote) == Some(&b'"') && name_stop > name_start {
        return match name_before_sign(&window[name_start..name_stop]) {
            Some(len) => {
                let name = (name_start, name_start + len);
                with_sign(scan_value(window, name, quote, last))
            }
            None => scan_value(window, (name_start, name_stop), quote, last),
        };
    }
    match blank_name(window, name_start, last) {
        Blank::NeedMore => Found::NeedMore,
        Blank::Name(name_stop, quote) => scan_value(window, (name_start, name_stop), quote, last),
        Blank::None => match scan_unquoted(window, start, name_start, last) {
            Some(found) => found,
            None => malformed(window, start, last),
        },
    }
}

/// The length of a name that a colon or an equals sign follows: `Event:`, `White=`.
fn name_before_sign(name: &[u8]) -> Option<usize> {
    let (b':' | b'=', rest) = name.split_last()? else { return None };
    let is_name = rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    (is_name && !rest.is_empty()).then_some(rest.len())
}

/// The pair with the sign after its name as a part of its string.
fn with_sign(found: Found) -> Found {
    match found {
        Found::Pair(pair) => {
            let string = (pair.name.1, pair.string.1);
            Found::Pair(Pair { string, is_unquoted: true, ..pair })
        }
        Found::NeedMore | Found::Malformed(_) => found,
    }
}

/// Whether a name is too long. UTF-8 is counted in characters, so a name that fit in another
/// encoding, with fewer bytes, is not lost.
fn is_overlong(name: &[u8]) -> bool {
    let n_characters =
        || core::str::from_utf8(name).map_or(name.len(), |name| name.chars().count());
    name.len() >= NEAR_BYTES && n_characters() >= NEAR_BYTES
}

/// The end of a name: of the run that contains neither white space nor delimiters.
fn name_end(window: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(&byte) = window[..window.len().min(start + 4 * NEAR_BYTES)].get(at) {
        match byte {
            0..=32 | 127 => break,
            b'"' | b'[' | b']' | b'{' | b'}' | b';' | b'(' | b')' | b'<' | b'>' => break,
            _ => at += 1,
        }
    }
    at
}

enum Blank {
    NeedMore,
    Name(usize, usize),
    None,
}

/// A name that contains blanks, as some programs write: everything up to the quote on this line.
fn blank_name(window: &[u8], start: usize, last: bool) -> Blank {
    let stop = window.len().min(start + NEAR_BYTES);
    let end = line_end(&window[..stop], start);
    if end == window.len() && !last {
        return Blank::NeedMore;
    }
    let line = &window[start..end];
    let Some(len) = memchr::memchr3(b'"', b']', b'[', line) else {
        return Blank::None;
    };
    let mut name = &line[..len];
    while let [rest @ .., blank] = name
        && is_blank(*blank)
    {
        name = rest;
    }
    let plain = name.iter().all(|&b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'_' | b'-'));
    if line[len] != b'"' || name.is_empty() || name.len() > 64 || !plain {
        return Blank::None;
    }
    // `[White Ash"]` is a value that lacks its first quote.
    if line.get(skip_blanks(line, len + 1)) == Some(&b']') {
        return Blank::None;
    }
    Blank::Name(start + name.len(), start + len)
}

/// Skips white space, comments and escape lines; `None` if the window is too short. Control codes
/// count as blanks, because a decoded text may have blanks for them.
pub(crate) fn skip_separators(window: &[u8], from: usize, last: bool) -> Option<usize> {
    let mut at = from;
    while let Some(&byte) = window.get(at) {
        at = match byte {
            0..=32 | 127 => at + 1,
            b'{' => match memchr::memchr(b'}', &window[at..]) {
                // A brace that was left open before another tag, more likely than a comment.
                Some(len) if holds_tag_line(&window[at..at + len]) => return Some(at),
                Some(len) => at + len + 1,
                None => return if last { Some(at) } else { None },
            },
            b';' => line_end(window, at),
            b'%' if at > 0 && is_line_end(window[at - 1]) => line_end(window, at),
            _ => return Some(at),
        };
    }
    if last { Some(at) } else { None }
}

/// Whether a line of a comment begins like a tag pair.
fn holds_tag_line(comment: &[u8]) -> bool {
    let mut begins = false;
    comment.iter().any(|&byte| {
        let found = begins && byte == b'[';
        begins = is_line_end(byte) || (begins && matches!(byte, 0..=32 | 127));
        found
    })
}

/// Scans the string at `quote` and what closes the pair.
///
/// ```text
/// at a quote:      "]" follows            → the value ends here
///                  a later quote on this line has its "]", and no tag begins before it
///                                         → this quote is data
///                  else                   → the value ends here, the bracket is missing
/// at a line end:   a quote after a backslash had its "]"  → that was the end
///                  else                   → the string was left open
/// ```
fn scan_value(window: &[u8], name: (usize, usize), quote: usize, last: bool) -> Found {
    let start = quote + 1;
    let mut pair = Pair { name, string: (quote, quote), ..Pair::default() };
    let mut fallback = None;
    let mut at = start;
    loop {
        let Some(&byte) = window.get(at) else {
            if !last {
                return Found::NeedMore;
            }
            return open_string(window, pair, start, at, fallback);
        };
        match byte {
            b'"' => match closing_bracket(window, at + 1, last) {
                None => return Found::NeedMore,
                Some(Ok(end)) => {
                    let (value, string) = ((start, at), (quote, at + 1));
                    return Found::Pair(Pair { value, string, end, ..pair });
                }
                Some(Err(())) => match quote_meaning(window, start, at, last) {
                    None => return Found::NeedMore,
                    Some(QuoteMeaning::Data) => {
                        pair.bare_quote = true;
                        at += 1;
                    }
                    Some(QuoteMeaning::Close) => {
                        let (value, string) = ((start, at), (quote, at + 1));
                        let end = at + 1;
                        return Found::Pair(Pair { value, string, end, open_pair: true, ..pair });
                    }
                    Some(QuoteMeaning::NextTag(mut end)) => {
                        while end > start && is_blank(window[end - 1]) {
                            end -= 1;
                        }
                        let (value, string) = ((start, end), (quote, end));
                        let (open_string, open_pair) = (true, true);
                        let cut = Pair { value, string, end, open_string, open_pair, ..pair };
                        return Found::Pair(cut);
                    }
                },
            },
            b'\\' => {
                pair.escaped = true;
                match window.get(at + 1) {
                    Some(b'"') => {
                        let after = skip_blanks(window, at + 2);
                        if window.get(after) == Some(&b']') {
                            fallback = Some((at + 1, after + 1));
                        }
                        at += 2;
                    }
                    Some(b'\\') => at += 2,
                    Some(_) => at += 1,
                    None if last => at += 1,
                    None => return Found::NeedMore,
                }
            }
            byte if is_line_end(byte) => return open_string(window, pair, start, at, fallback),
            _ => at += 1,
        }
    }
}

/// The end of the pair if the closing bracket comes next; otherwise the inner `Err`.
fn closing_bracket(window: &[u8], at: usize, last: bool) -> Option<Result<usize, ()>> {
    if window.get(at) == Some(&b']') {
        return Some(Ok(at + 1));
    }
    let stop = window.len().min(at + NEAR_BYTES);
    let at = skip_separators(&window[..stop], at, last || stop < window.len())?;
    Some(if window.get(at) == Some(&b']') { Ok(at + 1) } else { Err(()) })
}

/// The meaning of a quote in a value that is not followed by a bracket.
enum QuoteMeaning {
    /// A later quote on its line has the bracket, and no other tag pair begins before that.
    Data,
    /// The end of the value, whose bracket is missing.
    Close,
    /// The opening quote of another tag pair, which begins at this place and is the rest of the
    /// line: the value before it was truncated.
    NextTag(usize),
}

/// The meaning of the quote at `at`, in a value that begins at `start`; `None` if the window is too
/// short to decide.
fn quote_meaning(window: &[u8], start: usize, at: usize, last: bool) -> Option<QuoteMeaning> {
    let from = at + 1;
    let stop = window.len().min(from + NEAR_BYTES);
    let end = line_end(&window[..stop], from);
    if end == window.len() && !last {
        return None;
    }
    if let Some(bracket) = bracket_before(window, start, at)
        && is_tag_line(&window[bracket..end])
    {
        return Some(QuoteMeaning::NextTag(bracket));
    }
    Some(if quote_is_data(&window[from..end]) { QuoteMeaning::Data } else { QuoteMeaning::Close })
}

/// Whether a later quote of this rest of a line has a bracket, before another tag pair begins.
fn quote_is_data(line: &[u8]) -> bool {
    for at in memchr::memchr2_iter(b'"', b'[', line) {
        let rest = &line[at + 1..];
        if line[at] == b'[' {
            if begins_pair(rest) {
                return false;
            }
        } else if trimmed_start(rest).starts_with(b"]") {
            return true;
        }
    }
    false
}

/// Whether a name and a quote come first.
fn begins_pair(text: &[u8]) -> bool {
    let name_len = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name_len > 0 && trimmed_start(&text[name_len..]).starts_with(b"\"")
}

/// The place of the bracket if `[Name` and blanks are directly before the quote at `quote`.
fn bracket_before(window: &[u8], start: usize, quote: usize) -> Option<usize> {
    let mut at = quote;
    while at > start && is_blank(window[at - 1]) {
        at -= 1;
    }
    let name_end = at;
    while at > start && (window[at - 1].is_ascii_alphanumeric() || window[at - 1] == b'_') {
        at -= 1;
    }
    (at > start && at < name_end && window[at - 1] == b'[').then(|| at - 1)
}

/// Scans a pair whose value is not in double quotes, `[White Ash]` or `[White 'Ash']`, or that has
/// a sign after its name, `[White: Ash]`.
///
/// Not everything in brackets is one. The name has letters, digits and underscores only; the pair
/// ends its line, or another bracket follows; and a value without any quotes is read only after a
/// name that begins with a capital or is one of the best-known names.
fn scan_unquoted(window: &[u8], start: usize, name_start: usize, last: bool) -> Option<Found> {
    let stop = window.len().min(start + 4 * NEAR_BYTES);
    let line_stop = line_end(&window[..stop], start);
    if line_stop == window.len() && !last {
        return Some(Found::NeedMore);
    }
    let line = &window[..line_stop];
    let name_len = line.get(name_start..)?.iter();
    let name_len = name_len.take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let name = &line[name_start..name_start + name_len];
    let Some(close) = matching_bracket(line, start) else {
        return scan_bare(window, (name_start, name_start + name_len), line_stop, last);
    };
    let behind = skip_blanks(line, close + 1);
    if line.get(behind).is_some_and(|&byte| byte != b'[') {
        return None;
    }
    let mut from = skip_blanks(line, name_start + name_len);
    // `[Event: x]`, `[White = Ash]`.
    let sign = matches!(line[from], b':' | b'=').then_some(from);
    if sign.is_some() {
        from = skip_blanks(line, from + 1);
    }
    let mut to = close;
    while to > from && is_blank(line[to - 1]) {
        to -= 1;
    }
    let (string, is_apart) = ((sign.unwrap_or(from), to), from > name_start + name_len);
    let (opening, closing) = (opening_mark(&line[from..to]), closing_mark(&line[from..to]));
    if from + opening + closing <= to {
        (from, to) = (from + opening, to - closing);
    }
    let has_quotes = opening > 0 && closing > 0;
    if !has_quotes && line.get(from..to).is_some_and(|text| text.contains(&b'"')) {
        return None;
    }
    let is_read = name.first().is_some_and(u8::is_ascii_alphabetic)
        && from < to
        && (has_quotes || (is_apart && names_a_tag(name)));
    let pair = Pair { name: (name_start, name_start + name_len), ..Pair::default() };
    let pair = Pair { value: (from, to), string, end: close + 1, is_unquoted: true, ..pair };
    is_read.then_some(Found::Pair(pair))
}

/// Scans a pair that has neither quotes nor a bracket at its end: `[White Ash`.
///
/// Its name is one of the best known, and its line contains nothing else: the next line begins with
/// a bracket, or is empty after a name with a capital.
fn scan_bare(window: &[u8], name: (usize, usize), line_stop: usize, last: bool) -> Option<Found> {
    let letters = &window[name.0..name.1];
    let value_start = skip_blanks(window, name.1);
    let mut value_end = line_stop;
    while value_end > value_start && is_blank(window[value_end - 1]) {
        value_end -= 1;
    }
    let value = &window[value_start..value_end.max(value_start)];
    let is_sign = |byte: &u8| matches!(byte, b'"' | b'[' | b']' | b'{' | b'}' | b';');
    let may_be = value_start > name.1 && is_typed(letters) && !value.iter().any(is_sign);
    if value.is_empty() || !may_be || !is_line_end(*window.get(line_stop)?) {
        return None;
    }
    let is_crlf = window[line_stop..].starts_with(b"\r\n");
    let next = skip_blanks(window, line_stop + 1 + usize::from(is_crlf));
    // A line end may be the first half of another one.
    if next + 1 >= window.len() && !last {
        return Some(Found::NeedMore);
    }
    let is_alone = match window.get(next) {
        Some(b'[') => true,
        Some(byte) => is_line_end(*byte) && letters[0].is_ascii_uppercase(),
        None => false,
    };
    let (value, string) = ((value_start, value_end), (value_start, value_end));
    let pair = Pair { name, value, string, end: value_end, ..Pair::default() };
    is_alone.then_some(Found::Pair(Pair { is_unquoted: true, open_pair: true, ..pair }))
}

/// The bracket that closes the one at `start` on its line.
fn matching_bracket(line: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for at in memchr::memchr2_iter(b'[', b']', &line[start..]) {
        match line[start + at] {
            b'[' => depth += 1,
            _ if depth == 1 => return Some(start + at),
            _ => depth -= 1,
        }
    }
    None
}

/// Whether a name can have a value without quotes.
fn names_a_tag(name: &[u8]) -> bool {
    (name.len() > 1 && name[0].is_ascii_uppercase()) || is_typed(name)
}

/// Whether a name is one of those that people often type, in any letter case.
fn is_typed(name: &[u8]) -> bool {
    const TYPED: [&[u8]; 14] = [
        b"event",
        b"site",
        b"date",
        b"round",
        b"white",
        b"black",
        b"result",
        b"fen",
        b"setup",
        b"eco",
        b"variant",
        b"opening",
        b"whiteelo",
        b"blackelo",
    ];
    TYPED.iter().any(|typed| name.eq_ignore_ascii_case(typed))
}

/// Length in bytes of a quotation mark that `text` begins with, else 0: typographic ones in UTF-8
/// and code page 1252, apostrophes, grave and acute accents, one or two of them.
fn opening_mark(text: &[u8]) -> usize {
    match *text {
        [b'\'', b'\'', ..] | [b'`', b'`', ..] => 2,
        [b'\'' | b'`' | b'"', ..] => 1,
        [0xE2, 0x80, 0x98..=0x9F | 0xB2..=0xB6 | 0xB9 | 0xBA, ..] => 3,
        [0xE3, 0x80, 0x8C..=0x8F, ..] | [0xEF, 0xBC, 0x82 | 0x87, ..] => 3,
        [0xC2, 0xAB | 0xBB | 0xB4, ..] => 2,
        [0x82 | 0x84 | 0x91..=0x94 | 0xAB | 0xBB | 0xB4, ..] => 1,
        _ => 0,
    }
}

/// The same for the mark that `text` ends with.
fn closing_mark(text: &[u8]) -> usize {
    match *text {
        [.., b'\'', b'\''] => 2,
        [.., 0xE2, 0x80, 0x98..=0x9F | 0xB2..=0xB6 | 0xB9 | 0xBA] => 3,
        [.., 0xE3, 0x80, 0x8C..=0x8F] | [.., 0xEF, 0xBC, 0x82 | 0x87] => 3,
        [.., 0xC2, 0xAB | 0xBB | 0xB4] => 2,
        [.., b'\'' | b'`' | b'"'] => 1,
        [.., before, 0x91..=0x94 | 0xAB | 0xBB | 0xB4] if before < 128 => 1,
        _ => 0,
    }
}

/// The pair whose string reaches the line end at `at`.
fn open_string(
    window: &[u8],
    pair: Pair,
    start: usize,
    at: usize,
    fallback: Option<(usize, usize)>,
) -> Found {
    let quote = pair.string.0;
    if let Some((close, end)) = fallback {
        let (value, string) = ((start, close), (quote, close + 1));
        return Found::Pair(Pair { value, string, end, ..pair });
    }
    let mut end = at;
    while end > start && is_blank(window[end - 1]) {
        end -= 1;
    }
    let mut value_end = end;
    if value_end > start && window[value_end - 1] == b']' {
        value_end -= 1;
    }
    let open_pair = value_end == end;
    let string = (quote, value_end);
    let mark = closing_mark(&window[start..value_end]);
    let is_marked = !open_pair && mark > 0 && window[value_end - 1] != b'"';
    if is_marked && value_end - mark > start {
        // `[White "Ash\u{201d}]`: closed by another mark.
        let value = (start, value_end - mark);
        return Found::Pair(Pair { value, string, end, is_unquoted: true, ..pair });
    }
    let value = (start, value_end);
    Found::Pair(Pair { value, string, end, open_string: true, open_pair, ..pair })
}

/// Brackets without a tag pair: up to the matching bracket, else to the end of the line (D-26).
fn malformed(window: &[u8], start: usize, last: bool) -> Found {
    let stop = window.len().min(start + 4 * NEAR_BYTES);
    let end = line_end(&window[..stop], start);
    if end == window.len() && !last {
        return Found::NeedMore;
    }
    if let Some(close) = matching_bracket(&window[..end], start) {
        return Found::Malformed(close + 1);
    }
    // The next pair, if this one was truncated and it begins on the same line.
    let mut inner = memchr::memchr_iter(b'[', &window[start + 1..end]).map(|len| start + 1 + len);
    let mut end = inner.find(|&inner| begins_pair(&window[inner + 1..end])).unwrap_or(end);
    while end > start + 1 && is_blank(window[end - 1]) {
        end -= 1;
    }
    Found::Malformed(end)
}

/// Whether the bracket at `start` looks like the start of a tag pair: a name follows on its line,
/// or, after line ends and comments, a name and a string.
pub(crate) fn has_name(window: &[u8], start: usize) -> bool {
    let begins = |at: usize| window.get(at).is_some_and(|&byte| begins_name(byte));
    if begins(skip_blanks(window, start + 1)) {
        return true;
    }
    let Some(name) = skip_separators(window, start + 1, true) else { return false };
    begins(name)
        && skip_separators(window, name_end(window, name), true)
            .is_some_and(|at| window.get(at) == Some(&b'"'))
}

/// Whether a name may begin with this byte; lax reading takes letters beyond ASCII too.
pub(crate) fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128
}

/// Faults inside the value of a pair, as (tab, control, unknown escape).
pub(crate) fn value_faults(value: &[u8], escaped: bool) -> (bool, bool, bool) {
    // One pass checks what is true of nearly every value: it has no unusual characters.
    let is_odd = value.iter().fold(false, |odd, &byte| odd | (byte < 32) | (byte == 127));
    if !is_odd && !escaped {
        return (false, false, false);
    }
    let tab = memchr::memchr2(b'\t', 0x0B, value).is_some();
    let mut unknown = false;
    if escaped {
        let mut at = 0;
        while let Some(len) = memchr::memchr(b'\\', &value[at..]) {
            let known = matches!(value.get(at + len + 1), Some(b'"' | b'\\'));
            unknown |= !known;
            at += len + 1 + usize::from(known);
        }
    }
    (tab, holds_control(value), unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(text: &str) -> (String, String, usize, Pair) {
        let Found::Pair(pair) = scan(text.as_bytes(), 0, true) else { panic!("{text}") };
        let name = text[pair.name.0..pair.name.1].to_string();
        (name, text[pair.value.0..pair.value.1].to_string(), pair.end, pair)
    }

    use alloc::string::{String, ToString};

    #[test]
    fn any_separator_may_stand_between_the_tokens() {
        for text in [
            "[Event \"x\"]",
            "[Event\"x\"]",
            "[ Event\n\t\"x\"\u{b}]",
            "[{why} Event ; end\n\"x\" {so}\n]",
            "[\n%esc [\nEvent \"x\"]",
        ] {
            let (name, value, end, pair) = pair(text);
            assert_eq!((name.as_str(), value.as_str(), end), ("Event", "x", text.len()), "{text}");
            assert!(!pair.open_pair && !pair.open_string && !pair.bare_quote);
        }
    }

    #[test]
    fn quotes_and_brackets_in_values() {
        assert_eq!(pair("[C \"A]]\"]").1, "A]]");
        assert_eq!(pair(r#"[A "a \"b\" c"]"#).1, r#"a \"b\" c"#);
        let (_, value, _, found) = pair(r#"[A "Jose "Pepe" Diaz"]"#);
        assert_eq!(value, r#"Jose "Pepe" Diaz"#);
        assert!(found.bare_quote);
        let (_, value, end, found) = pair(r#"[A "C:\dir\"]"#);
        assert_eq!((value.as_str(), end), (r"C:\dir\", 13));
        assert!(!found.open_string);
    }

    #[test]
    fn damaged_pairs_are_corrected() {
        let (_, value, _, found) = pair("[Event \"A]\n[Site \"B\"]");
        assert_eq!(value, "A");
        assert!(found.open_string && !found.open_pair);
        let (_, value, end, found) = pair("[Event \"A\" [Site \"B\"]");
        assert_eq!((value.as_str(), end), ("A", 10));
        assert!(found.open_pair);
        assert_eq!(pair("[White Elo \"1\"]").0, "White Elo");
    }

    /// They separate tokens like white space, but are reported.
    #[test]
    fn control_codes_between_the_tokens() {
        let (name, value, end, _) = pair("[\0Event\x0C \x7F\"x\"\x01]");
        assert_eq!((&*name, &*value, end), ("Event", "x", 15));
    }

    #[test]
    fn brackets_without_a_pair() {
        for (text, end) in
            [("[Event]", 7), ("[Event x] 1", 9), ("[ \"x\"]", 6), ("[foo (1 [2])]\n", 13)]
        {
            assert_eq!(scan(text.as_bytes(), 0, true), Found::Malformed(end), "{text}");
        }
        assert_eq!(scan(b"[Event x\n]", 0, true), Found::Malformed(8));
        assert_eq!(scan(b"[Event 'x", 0, false), Found::NeedMore);
    }

    #[test]
    fn values_in_other_quotes_or_none() {
        for (text, name, value) in [
            ("[White Ash]", "White", "Ash"),
            ("[White   Ash, A  ]", "White", "Ash, A"),
            ("[White \u{201c}Ash\u{201d}]", "White", "Ash"),
            ("[White \u{201e}Ash\u{201c}]", "White", "Ash"),
            ("[White \u{ab}Ash\u{bb}]", "White", "Ash"),
            ("[White 'Ash']", "White", "Ash"),
            ("[White 'O'Neil']", "White", "O'Neil"),
            ("[White O'Neil]", "White", "O'Neil"),
            ("[White ``Ash'']", "White", "Ash"),
            ("[White'Ash']", "White", "Ash"),
            ("[White \u{201c}Ash\"]", "White", "Ash"),
            ("[White \"Ash\u{201d}]", "White", "Ash"),
            ("[White Ash\"]", "White", "Ash"),
            ("[White \u{201c}Ash]", "White", "Ash"),
            ("[FEN 4k3/8/8/8/8/8/8/4K2R w K - 0 1]", "FEN", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ("[FEN 8/8[Qp] w - - 0 1]", "FEN", "8/8[Qp] w - - 0 1"),
            ("[fen 8/8 w - - 0 1]", "fen", "8/8 w - - 0 1"),
            ("[Result *]", "Result", "*"),
            ("[Foo (1 [2])]", "Foo", "(1 [2])"),
            ("[my_tag 'x']", "my_tag", "x"),
        ] {
            let (found_name, found_value, end, pair) = pair(text);
            assert_eq!((&*found_name, &*found_value), (name, value), "{text}");
            assert!(pair.is_unquoted && end == text.len(), "{text}");
        }
        assert_eq!(pair("[White Ash] [Black Birch]").2, 11);
        for text in [
            "[White]",
            "[White ]",
            "[White \u{201c}\u{201d}]",
            "[I think so]",
            "[see diagram]",
            "[1. e4 e5]",
            "[%clk 0:01:00]",
            "[White Ash] is White",
            "[White-Black 1-0]",
            "[Foo (1 2) \"y\"]",
        ] {
            assert!(matches!(scan(text.as_bytes(), 0, true), Found::Malformed(_)), "{text}");
        }
    }

    #[test]
    fn a_pair_that_is_cut_off_ends_where_the_next_one_begins() {
        for (text, value, end) in [
            ("[Time \"66.6+[Event \"B 1: a vs b\"]\n", "66.6+", 12),
            ("[Time \"[Event \"B\"]", "", 7),
            ("[Time \"66\"[Event \"B\"]", "66", 10),
        ] {
            let (_, found, found_end, pair) = pair(text);
            assert_eq!((&*found, found_end, pair.is_cut()), (value, end, true), "{text}");
        }
        for text in ["[Time[Event \"B\"]", "[Ti[Event \"B\"]\n[Site \"C\"]"] {
            let end = text[1..].find('[').map(|at| at + 1);
            assert_eq!(end.map(Found::Malformed), Some(scan(text.as_bytes(), 0, true)), "{text}");
        }
        // A pair quoted within a value is data.
        let quoted = "[Annotator \"see [Event \"x\" there\"]";
        assert_eq!(pair(quoted).1, "see [Event \"x\" there");
    }
}
