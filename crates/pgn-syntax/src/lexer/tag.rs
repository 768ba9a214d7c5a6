//! Tag pairs: `[Name "value"]` with anything that may stand between the four tokens.
//!
//! ```text
//! tag-pair = "[" SEP tag-name SEP string SEP "]"
//! ```
//!
//! Owns: where name, value and pair end, and how a damaged pair is corrected. Knows nothing of:
//! what names and values mean.
//! Standard: §7, §8.1, §18. Decisions: D-06, D-15, D-26.
//! Start at [`scan`].

use super::prose::trimmed_start;
use super::{holds_control, is_blank, is_line_end, line_end, skip_blanks};

/// How far after a quote its bracket is looked for, in bytes. A bound, so that a value full of
/// quotes costs no more than so many looks for each.
const NEAR_BYTES: usize = 1024;

/// A tag pair found in a window; all offsets are in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pair {
    pub(crate) name: (usize, usize),
    /// Between the quotes.
    pub(crate) value: (usize, usize),
    /// After the closing bracket, or after the value when there is none.
    pub(crate) end: usize,
    pub(crate) escaped: bool,
    /// A quote in the value lacks its backslash.
    pub(crate) bare_quote: bool,
    /// The string was not closed on its line.
    pub(crate) open_string: bool,
    /// The closing bracket is missing.
    pub(crate) open_pair: bool,
}

/// What stands at a left bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// The window is too short to tell.
    NeedMore,
    Pair(Pair),
    /// Brackets without a tag pair in them, up to here.
    Malformed(usize),
}

/// Scans the tag pair at `start`, where a left bracket stands.
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
        return scan_value(window, (name_start, name_stop), quote, last);
    }
    match blank_name(window, name_start, last) {
        Blank::NeedMore => Found::NeedMore,
        Blank::Name(name_stop, quote) => scan_value(window, (name_start, name_stop), quote, last),
        Blank::None => malformed(window, start, last),
    }
}

/// Whether a name is longer than any that is read. UTF-8 is counted in characters: what other
/// encodings write with fewer bytes is not lost when it was written in it.
fn is_overlong(name: &[u8]) -> bool {
    let n_characters =
        || core::str::from_utf8(name).map_or(name.len(), |name| name.chars().count());
    name.len() >= NEAR_BYTES && n_characters() >= NEAR_BYTES
}

/// The end of a name: of the run that holds neither white space nor delimiters.
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

/// A name that holds blanks, as some programs write: everything up to the quote on this line.
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
    Blank::Name(start + name.len(), start + len)
}

/// Skips white space, comments and escape lines; `None` when the window is too short. Control codes
/// count as blanks, as which a model of the text may hold them.
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
            b'%' if is_line_end(window[at - 1]) => line_end(window, at),
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
    let mut pair = Pair { name, ..Pair::default() };
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
                Some(Ok(end)) => return Found::Pair(Pair { value: (start, at), end, ..pair }),
                Some(Err(())) => match quote_is_data(window, at + 1, last) {
                    None => return Found::NeedMore,
                    Some(true) => {
                        pair.bare_quote = true;
                        at += 1;
                    }
                    Some(false) => {
                        let value = (start, at);
                        return Found::Pair(Pair { value, end: at + 1, open_pair: true, ..pair });
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

/// The end of the pair if the closing bracket comes next; the inner `Err` says it does not.
fn closing_bracket(window: &[u8], at: usize, last: bool) -> Option<Result<usize, ()>> {
    if window.get(at) == Some(&b']') {
        return Some(Ok(at + 1));
    }
    let stop = window.len().min(at + NEAR_BYTES);
    let at = skip_separators(&window[..stop], at, last || stop < window.len())?;
    Some(if window.get(at) == Some(&b']') { Ok(at + 1) } else { Err(()) })
}

/// Whether a quote that no bracket follows is data: a later quote on its line has the bracket,
/// and no other tag pair begins before that.
fn quote_is_data(window: &[u8], from: usize, last: bool) -> Option<bool> {
    let stop = window.len().min(from + NEAR_BYTES);
    let end = line_end(&window[..stop], from);
    if end == window.len() && !last {
        return None;
    }
    let line = &window[from..end];
    for at in memchr::memchr2_iter(b'"', b'[', line) {
        let rest = &line[at + 1..];
        if line[at] == b'[' {
            let name_len = rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
            if name_len > 0 && trimmed_start(&rest[name_len..]).starts_with(b"\"") {
                return Some(false);
            }
        } else if trimmed_start(rest).starts_with(b"]") {
            return Some(true);
        }
    }
    Some(false)
}

/// The pair whose string meets the line end at `at`.
fn open_string(
    window: &[u8],
    pair: Pair,
    start: usize,
    at: usize,
    fallback: Option<(usize, usize)>,
) -> Found {
    if let Some((close, end)) = fallback {
        return Found::Pair(Pair { value: (start, close), end, ..pair });
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
    Found::Pair(Pair { value: (start, value_end), end, open_string: true, open_pair, ..pair })
}

/// Brackets without a tag pair: up to the matching bracket, else to the end of the line (D-26).
fn malformed(window: &[u8], start: usize, last: bool) -> Found {
    let stop = window.len().min(start + 4 * NEAR_BYTES);
    let end = line_end(&window[..stop], start);
    if end == window.len() && !last {
        return Found::NeedMore;
    }
    let mut depth = 0usize;
    for at in memchr::memchr2_iter(b'[', b']', &window[start..end]) {
        match window[start + at] {
            b'[' => depth += 1,
            _ if depth == 1 => return Found::Malformed(start + at + 1),
            _ => depth -= 1,
        }
    }
    let mut end = end;
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
    // One pass settles what is true of nearly every value: nothing odd in it.
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
    fn damaged_pairs_are_mended() {
        let (_, value, _, found) = pair("[Event \"A]\n[Site \"B\"]");
        assert_eq!(value, "A");
        assert!(found.open_string && !found.open_pair);
        let (_, value, end, found) = pair("[Event \"A\" [Site \"B\"]");
        assert_eq!((value.as_str(), end), ("A", 10));
        assert!(found.open_pair);
        assert_eq!(pair("[White Elo \"1\"]").0, "White Elo");
    }

    /// They are no white space, and told, but part the tokens as it does.
    #[test]
    fn control_codes_between_the_tokens() {
        let (name, value, end, _) = pair("[\0Event\x0C \x7F\"x\"\x01]");
        assert_eq!((&*name, &*value, end), ("Event", "x", 15));
    }

    #[test]
    fn brackets_without_a_pair() {
        for (text, end) in
            [("[Event]", 7), ("[Event x] 1", 9), ("[ \"x\"]", 6), ("[Foo (1 [2])]\n", 13)]
        {
            assert_eq!(scan(text.as_bytes(), 0, true), Found::Malformed(end), "{text}");
        }
        assert_eq!(scan(b"[Event x\n]", 0, true), Found::Malformed(8));
        assert_eq!(scan(b"[Event 'x", 0, false), Found::NeedMore);
    }
}
