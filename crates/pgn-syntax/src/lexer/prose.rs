//! Prose: comments and escape lines, which run to a closing brace or a line end.
//!
//! Standard: §5, §6. Decisions: D-08, D-09.

use super::{holds_line_end, is_line_end, line_end, word};
use crate::limits::{LOOKAHEAD_BYTES, PART_BYTES};

/// The result of scanning prose; offsets are in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// The window is too short to decide.
    NeedMore,
    /// The content ends here, as does the prose.
    End {
        /// End of the content.
        content: usize,
        /// End of the prose, closing brace included.
        end: usize,
    },
    /// The content continues after a full part, which ends here.
    Part(usize),
    /// The text ends, or a game begins, and the brace is still open; the content ends here.
    Open(usize),
}

/// Scans a brace comment from `start`, inside the brace.
///
/// `tag_line` is set to the place of a line like a tag pair inside the comment. Such a line ends
/// the comment if a game begins there, or further on, before the next brace, and that brace opens,
/// or if no brace follows for [`LOOKAHEAD_BYTES`]: then a brace was left open, and the comment must
/// not swallow the games that follow.
pub(crate) fn scan_brace(
    window: &[u8],
    start: usize,
    last: bool,
    tag_line: &mut Option<usize>,
) -> Found {
    let stop = window.len().min(start + PART_BYTES);
    let Some(close) = closing_brace(window, start, stop, last) else { return Found::NeedMore };
    let content = close.unwrap_or(stop);
    let mut from = start;
    while let Some(len) = memchr::memchr2(b'\n', b'\r', &window[from..content]) {
        let at = from + len;
        from = at + 1;
        match tag_line_after(window, at, last) {
            None => return Found::NeedMore,
            Some(false) => continue,
            Some(true) => {}
        }
        let brace = match next_brace(window, from, last) {
            None => return Found::NeedMore,
            Some(None) => return Found::Open(at),
            Some(Some(brace)) => brace,
        };
        if window[brace] == b'{' && holds_game(&window[from..brace]) {
            return Found::Open(at);
        }
        tag_line.get_or_insert(from);
        // The answer for this line also holds for earlier lines before the same brace; after a
        // brace that closes the comment, the search is over.
        from = brace.min(content);
    }
    match close {
        Some(at) => Found::End { content: at, end: at + 1 },
        None if last && window.len() <= start + PART_BYTES => Found::Open(window.len()),
        None if last || window.len() > start + PART_BYTES => full_part(window, stop, b'}'),
        None => Found::NeedMore,
    }
}

/// The brace that closes a comment, before `stop`; `None` if the window is too short to decide.
///
/// A brace after a backslash is text if the next brace closes too, in the same paragraph and
/// without quotes, semicolons and percent signs between: `{the files {a,h\} are open}`.
fn closing_brace(window: &[u8], start: usize, stop: usize, last: bool) -> Option<Option<usize>> {
    let mut from = start;
    while let Some(len) = memchr::memchr(b'}', &window[from..stop]) {
        let at = from + len;
        if at == start || window[at - 1] != b'\\' {
            return Some(Some(at));
        }
        match next_brace(window, at + 1, last)? {
            Some(next) if window[next] == b'}' && is_prose(&window[at + 1..next]) => from = at + 1,
            _ => return Some(Some(at)),
        }
    }
    Some(None)
}

/// Whether a text may continue a comment: one paragraph without characters that begin something
/// else.
fn is_prose(text: &[u8]) -> bool {
    let is_sign = |byte: &u8| matches!(byte, b'"' | b';' | b'%');
    let has_blank_line = memchr::memchr_iter(b'\n', text).any(|at| {
        let rest = text[at + 1..].trim_ascii_start();
        let gap = &text[at + 1..text.len() - rest.len()];
        memchr::memchr(b'\n', gap).is_some()
    });
    !has_blank_line && !text.iter().any(is_sign)
}

/// A comment that ends exactly with a full part is complete.
fn full_part(window: &[u8], stop: usize, close: u8) -> Found {
    match window.get(stop) {
        Some(&byte) if byte == close => Found::End { content: stop, end: stop + 1 },
        _ => Found::Part(stop),
    }
}

/// Scans a rest-of-line comment or an escape line from `start`, after its first character.
pub(crate) fn scan_line(window: &[u8], start: usize, last: bool) -> Found {
    let stop = window.len().min(start + PART_BYTES);
    let at = line_end(&window[..stop], start);
    if at < stop {
        return Found::End { content: at, end: at };
    }
    match window.get(stop) {
        Some(&byte) if is_line_end(byte) => Found::End { content: stop, end: stop },
        Some(_) => Found::Part(stop),
        None if last => Found::End { content: stop, end: stop },
        None => Found::NeedMore,
    }
}

/// In a comment, a line longer than this does not count as a tag pair.
pub(crate) const TAG_LINE_BYTES_MAX: usize = 1024;

/// Whether the line after the line end at `at` is only a tag pair; a closing brace ends the line,
/// because the text after it does not belong to the comment.
fn tag_line_after(window: &[u8], at: usize, last: bool) -> Option<bool> {
    let mut begin = at + 1;
    while begin < at + 64
        && let Some(0..=9 | 11 | 12 | 14..=32 | 127) = window.get(begin)
    {
        begin += 1;
    }
    match window.get(begin) {
        Some(b'[') => {}
        Some(_) => return Some(false),
        None => return if last { Some(false) } else { None },
    }
    let stop = window.len().min(begin + TAG_LINE_BYTES_MAX);
    let len = memchr::memchr3(b'\n', b'\r', b'}', &window[begin..stop]);
    let end = len.map_or(stop, |len| begin + len);
    if end == window.len() && !last {
        return None;
    }
    Some(is_tag_line(&window[begin..end]))
}

/// Whether `line` is `[Name "…"]`, possibly with blanks around it, and certainly one pair: a quote
/// inside would make its end ambiguous. Control codes count as blanks, because a decoded text may
/// have blanks for them.
pub(crate) fn is_tag_line(line: &[u8]) -> bool {
    let inside = trimmed(line).strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
    let Some(inside) = inside.map(trimmed) else { return false };
    let name_len = name_len(inside);
    let [b'"', text @ .., b'"'] = trimmed(&inside[name_len..]) else { return false };
    // A bracket directly after the quote closes a pair that lost a quote.
    name_len > 0 && !text.contains(&b'"') && !text.starts_with(b"]")
}

/// The text without blanks and control codes at its ends.
fn trimmed(text: &[u8]) -> &[u8] {
    let mut text = trimmed_start(text);
    while let [rest @ .., 0..=32 | 127] = text {
        text = rest;
    }
    text
}

/// The text without the blanks and control codes that it begins with.
pub(super) fn trimmed_start(mut text: &[u8]) -> &[u8] {
    while let [0..=32 | 127, rest @ ..] = text {
        text = rest;
    }
    text
}

/// Length of the tag name that `text` begins with.
fn name_len(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

/// The next brace, opening or closing; `Some(None)` if [`LOOKAHEAD_BYTES`] contain none, and `None`
/// if the window is too short to decide.
fn next_brace(window: &[u8], at: usize, last: bool) -> Option<Option<usize>> {
    let stop = window.len().min(at + LOOKAHEAD_BYTES);
    let brace = memchr::memchr2(b'{', b'}', &window[at..stop]).map(|len| at + len);
    (brace.is_some() || last || stop == at + LOOKAHEAD_BYTES).then_some(brace)
}

/// Whether `text`, which an opening brace follows, is tag lines and then a move number, or an empty
/// line before a first comment: a game, not a quotation of a tag.
pub(crate) fn is_game(text: &[u8]) -> bool {
    after_tag_lines(text).first().map_or_else(|| ends_in_empty_line(text), u8::is_ascii_digit)
}

/// Whether the last line of `text`, or what is after it, is empty but for white space.
pub(crate) fn ends_in_empty_line(text: &[u8]) -> bool {
    let gap = &text[text.trim_ascii_end().len()..];
    let first = line_end(gap, 0);
    let n_more = if gap[first..].starts_with(b"\r\n") { 2 } else { 1 };
    gap.iter().skip(first + n_more).any(|byte| is_line_end(*byte))
}

/// Whether a game, as defined by [`is_game`], begins at one of the tag lines of `text`.
fn holds_game(text: &[u8]) -> bool {
    let mut rest = trimmed_start(text);
    while !rest.is_empty() {
        let behind = after_tag_lines(rest);
        if behind.len() < rest.len() && is_game(rest) {
            return true;
        }
        rest = trimmed_start(&behind[line_end(behind, 0)..]);
    }
    false
}

/// What follows the tag lines that `text` begins with, and the white space around them.
fn after_tag_lines(text: &[u8]) -> &[u8] {
    let mut rest = trimmed_start(text);
    while rest.first() == Some(&b'[') {
        let (line, behind) = rest.split_at(line_end(rest, 0));
        if !is_tag_line(line) {
            break;
        }
        rest = trimmed_start(behind);
    }
    rest
}

/// The element after comments, escape lines and white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterProse {
    /// The end of the text.
    End,
    /// A variation; a NAG or a suffix on the same line.
    Annotation,
    /// Anything else.
    Other,
}

/// The element after the prose at `from`, which is `on_line` if no line end is before it; `None` if
/// the window is too short to decide. Looks at most [`LOOKAHEAD_BYTES`] ahead.
pub(crate) fn after_prose(
    window: &[u8],
    from: usize,
    last: bool,
    on_line: bool,
) -> Option<AfterProse> {
    let stop = window.len().min(from + LOOKAHEAD_BYTES);
    let cut = stop < window.len() || !last;
    let window = &window[..stop];
    let undecided = || if stop == from + LOOKAHEAD_BYTES { Some(AfterProse::Other) } else { None };
    let other = Some(AfterProse::Other);
    // NAGs and suffixes belong to this game if only prose and variations are on their line.
    let (mut at, mut has_nag) = (from, false);
    while let Some(&byte) = window.get(at) {
        at = match byte {
            b'{' => match memchr::memchr(b'}', &window[at..]) {
                Some(len) => at + len + 1,
                None if cut => return undecided(),
                None => return Some(AfterProse::End),
            },
            b';' => line_end(window, at),
            b'%' if at > 0 && is_line_end(window[at - 1]) => line_end(window, at),
            b'\n' | b'\r' if has_nag => return Some(AfterProse::Annotation),
            0..=32 => at + 1,
            b'(' => return Some(AfterProse::Annotation),
            b'!' | b'?' | b'$' if !on_line || holds_line_end(&window[from..at]) => {
                return Some(AfterProse::Other);
            }
            b'!' | b'?' => {
                has_nag = true;
                at + 1
            }
            b'$' => {
                let n_digits = window[at + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
                if n_digits == 0 {
                    return if cut && at + 1 == window.len() { undecided() } else { other };
                }
                has_nag = true;
                at + 1 + n_digits
            }
            _ if on_line && !holds_line_end(&window[from..at]) => {
                let end = late_symbol_end(window, at);
                if cut && (end == window.len() || window[at..] == *b"--") {
                    return undecided();
                }
                let ends =
                    window.get(end).is_none_or(|next| *next <= b' ' || b"({$;".contains(next));
                if end == at || !ends {
                    return other;
                }
                has_nag = true;
                end
            }
            _ => return Some(AfterProse::Other),
        };
    }
    match has_nag {
        _ if cut => undecided(),
        true => Some(AfterProse::Annotation),
        false => Some(AfterProse::End),
    }
}

/// Where the annotation symbol at `at` ends, after a marker: `±`, `+-`. Of what may be a marker, a
/// null move or markup, none is.
pub(crate) fn late_symbol_end(window: &[u8], at: usize) -> usize {
    match window.get(at) {
        Some(b'<' | b'>' | b'|' | b'/' | b'#' | b'_' | b'\\') | None => at,
        Some(_) => match word::annotation_end(window, at) {
            end if &window[at..end] == b"--" => at,
            end => end,
        },
    }
}

/// The content without the white space and control codes at its end; for a truncated comment.
pub(crate) fn trimmed_end(window: &[u8], start: usize, mut end: usize) -> usize {
    while end > start && matches!(window[end - 1], 0..=32 | 127) {
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brace(text: &str) -> (Found, Option<usize>) {
        let mut tag_line = None;
        let found = scan_brace(text.as_bytes(), 1, true, &mut tag_line);
        (found, tag_line)
    }

    #[test]
    fn a_brace_after_a_backslash_is_text_if_the_next_one_closes() {
        for (text, comment) in [
            ("{Both files {a,h\\} ef 3 Bb5 matter} 1. e4", "Both files {a,h\\} ef 3 Bb5 matter"),
            ("{a \\} b} 1. e4", "a \\} b"),
            ("{a \\} b \\} c} 1. e4", "a \\} b \\} c"),
            ("{a \\}} 1. e4", "a \\}"),
            ("{a \\} b \\} 1. e4 e5", "a \\} b \\"),
            ("{a \\}\nb} 1. e4", "a \\}\nb"),
            ("{C:\\} 1. e4 {x} e5", "C:\\"),
            ("{C:\\} 1. e4 e5 *", "C:\\"),
            ("{C:\\} 1. e4\n\n2. x}", "C:\\"),
            ("{C:\\} 1. e4\r\n\r\n2. x}", "C:\\"),
            ("{C:\\} ;x } y\n1. e4", "C:\\"),
            ("{C:\\} [Event \"a } b\"]", "C:\\"),
            ("{\\} 1. e4 *", "\\"),
            ("{a} b}", "a"),
            ("{a \\\\} b}", "a \\\\} b"),
        ] {
            let content = comment.len() + 1;
            assert_eq!(brace(text).0, Found::End { content, end: content + 1 }, "{text}");
        }
    }

    #[test]
    fn a_quoted_tag_line_stays_in_its_comment() {
        let (found, tag_line) = brace("{see\n[Event \"x\"]\nthere} 1. e4 {x} *");
        assert_eq!(found, Found::End { content: 22, end: 23 });
        assert_eq!(tag_line, Some(5));
    }

    #[test]
    fn a_tag_line_ends_with_its_comment() {
        let (found, tag_line) = brace("{see\n[Event \"x\" } [Site \"y\"]");
        assert_eq!((found, tag_line), (Found::End { content: 16, end: 17 }, None));
    }

    #[test]
    fn an_open_brace_stops_before_the_next_game() {
        let (found, _) = brace("{oops\n\n[Event \"B\"]\n\n1. e4 {x} *");
        assert_eq!(found, Found::Open(6));
        let (found, _) = brace("{oops\n[Event \"B\"]\n\n1. e4 *");
        assert_eq!(found, Found::Open(5));
        let (found, _) = brace("{oops [Event \"B\"] 1. e4");
        assert_eq!(found, Found::Open(23));
    }

    #[test]
    fn tags_that_no_game_follows_do_not_hide_those_of_one() {
        let (found, tag_line) =
            brace("{oops\n[Event \"A\"]\nwords\n\n[Event \"B\"]\n\n1. e4 {x} *");
        assert_eq!((found, tag_line), (Found::Open(5), None));
        let (found, tag_line) =
            brace("{oops\n[Event \"A\"]\n{words\n\n[Event \"B\"]\n\n1. e4 {x} *");
        assert_eq!((found, tag_line), (Found::Open(25), Some(6)));
    }

    #[test]
    fn tag_lines() {
        assert!(is_tag_line(b"  [Event \"x\"] "));
        assert!(!is_tag_line(b"[%clk 0:01:00]"));
        assert!(!is_tag_line(b"[Event \"x\"] 1. e4"));
        assert!(!is_tag_line(b"[Event x]"));
        assert!(!is_tag_line(b"[Event\"] * [x, Ben\"]"));
        assert!(!is_tag_line(b"[Event \"x\"] * [Site \"y\"]"));
        assert!(!is_tag_line(b"[Event \"x\" 1. e4 [Site \"y\"]"));
        assert!(is_tag_line(b"\0[Event \x02\"x\"]\x06"));
        assert!(is_tag_line(b"[Event \"x\x7F[\"]") && is_tag_line(b"[Event \"x [\"]"));
        assert!(is_tag_line(b"[Event \"x] [y\"]") && is_tag_line(b"[\0Event \"x] [y\"]"));
        assert!(!is_tag_line(b"[White \"Jose \"Pepe\" Diaz\"]"));
    }
}
