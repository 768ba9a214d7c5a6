//! Words: runs of bytes that may be a symbol, a number, a marker.
//!
//! Standard: §7, §8.2.2, §8.2.6. Decisions: D-07, D-22, D-32.

use super::{Class, class};
use crate::limits::WORD_BYTES_MAX;
use crate::result;
use crate::step::{Marker, head};

/// Where the word that begins at `start` ends; at most [`WORD_BYTES_MAX`] + 1 bytes on.
///
/// A word is longer than a symbol of the standard: it includes `/`, `@`, and of the non-ASCII
/// characters the dashes, `½`, `×` and figurines, so that `½-½`, `O–O`, `a8/Q`, `N@f3` and `e8=♕`
/// stay in one piece, and the tails `e.p.` and `(Q)` if they touch it. Any other non-ASCII
/// character ends a word that begins in ASCII (§4.1), but a word that begins with one includes
/// everything after it: a letter of another alphabet must not leave a pawn's move behind.
#[inline]
pub(crate) fn word_end(window: &[u8], start: usize) -> usize {
    let at = run_end(window, start, start);
    match window.get(at) {
        Some(b'~' | b'&' | b'\\' | b'^' | b'|' | b'>' | 0x80..) => continued(window, start, at),
        _ => with_tail(window, start, at),
    }
}

/// The end of the run of letters, digits and signs that contains `from`, in the word at `start`.
#[inline]
fn run_end(window: &[u8], start: usize, from: usize) -> usize {
    let mut at = from;
    let stop = window.len().min(start + WORD_BYTES_MAX + 1);
    let mut begins_high = from > start && window[start] >= 0x80 && sign_len(window, start) == 0;
    while at < stop {
        match class(window[at]) {
            Class::Letter | Class::Digit | Class::Wordy => at += 1,
            Class::High => {
                let len = sign_len(window, at);
                begins_high |= at == start && len == 0;
                if len > 0 {
                    at += len;
                } else if begins_high && !begins_foreign_space(window, at, at > start) {
                    at += 1;
                } else {
                    break;
                }
            }
            _ => break,
        }
    }
    at
}

/// The end of a word whose first run ends at `end` if the word continues there: with an annotation
/// symbol that begins with a sign (`Bb5=∞`, `Nf3->`), an HTML entity (`O&ndash;O`), or the letter
/// of a promotion in another alphabet (`e8=Ф`).
#[cold]
fn continued(window: &[u8], start: usize, end: usize) -> usize {
    let stop = window.len().min(start + WORD_BYTES_MAX + 1);
    let mut at = end;
    while at < stop {
        let word = &window[start..at];
        let len = match window[at] {
            b'&' if entity(window, at).is_some() => entity_len(window, at),
            _ if ends_in_sign(word) => match annotation_sign_len(window, at) {
                0 => promotion_letter_len(window, at),
                len => len,
            },
            _ if ends_on_last_rank(word) => promotion_letter_len(window, at),
            _ => 0,
        };
        if len == 0 {
            break;
        }
        at = run_end(window, start, at + len);
    }
    // A word that would be too long ends with its first run, as `word_goes_on` takes it.
    if at - start > WORD_BYTES_MAX { end } else { with_tail(window, start, at) }
}

/// Whether the last character of a word is neither a letter nor a digit.
fn ends_in_sign(word: &[u8]) -> bool {
    match word {
        [.., last] if last.is_ascii() => !last.is_ascii_alphanumeric(),
        [.., first, second, third] => symbol_len(&[*first, *second, *third], 0) == 3,
        _ => false,
    }
}

fn ends_on_last_rank(word: &[u8]) -> bool {
    matches!(word, [.., b'a'..=b'h', b'1' | b'8'])
}

/// Length in bytes of the letters of another alphabet at `at`, two at most; else 0.
fn promotion_letter_len(window: &[u8], at: usize) -> usize {
    let letter_len = |at: usize| match window[at.min(window.len())..] {
        [0xCE..=0xDF, 0x80..=0xBF, ..] => 2,
        [0xE0..=0xE1, 0x80..=0xBF, 0x80..=0xBF, ..] => 3,
        _ => 0,
    };
    match letter_len(at) {
        0 => 0,
        first => first + letter_len(at + first),
    }
}

/// The longest annotation symbol, in bytes; a longer run is split.
const ANNOTATION_BYTES_MAX: usize = 24;

/// Where the run of annotation signs that begins at `start` ends: no letters and no digits.
#[cold]
pub(crate) fn annotation_end(window: &[u8], start: usize) -> usize {
    let stop = window.len().min(start + ANNOTATION_BYTES_MAX);
    let mut at = start;
    while at < stop {
        let len = match window[at] {
            b'+' | b'-' | b'=' | b'/' | b'_' | b'#' | b'<' => 1,
            _ => annotation_sign_len(window, at),
        };
        if len == 0 || at + len > stop {
            break;
        }
        at += len;
    }
    at
}

/// Length in bytes of a sign at `at` that is not part of a move; otherwise 0.
fn annotation_sign_len(window: &[u8], at: usize) -> usize {
    match window[at] {
        b'&' if entity(window, at).is_some() => 0,
        b'~' | b'&' | b'\\' | b'^' | b'|' | b'>' => 1,
        0x80.. => symbol_len(window, at),
        _ => 0,
    }
}

/// Length in bytes of a sign beyond ASCII in UTF-8 that can be in an annotation symbol, else 0:
/// dashes, arrows, mathematical and technical symbols, geometric shapes, but no figurines.
pub(crate) fn symbol_len(window: &[u8], at: usize) -> usize {
    match window[at..] {
        [0xE2, 0x99, 0x94..=0x9F, ..] => 0,
        [0xE2, 0x80, 0x90..=0x96 | 0xBC, ..] | [0xE2, 0x81, 0x87..=0x89, ..] => 3,
        [0xE2, 0x84, 0xA2, ..] | [0xE2, 0x86..=0xAF, 0x80..=0xBF, ..] => 3,
        [0xEF, 0xBC, 0x9D, ..] | [0xEF, 0xB8, 0x8E | 0x8F, ..] => 3,
        [0xC2, 0xA9 | 0xAB | 0xB1..=0xB3 | 0xB5 | 0xBB, ..] => 2,
        [0xC3, 0x97 | 0xB7, ..] | [0xC6, 0x92, ..] | [0xC7, 0x81, ..] | [0xCE, 0x94, ..] => 2,
        _ => 0,
    }
}

/// The name of the HTML entity at `at`, the place of a `&`.
fn entity(window: &[u8], at: usize) -> Option<&[u8]> {
    const NAME_BYTES_MAX: usize = 10;
    let rest = window.get(at + 1..window.len().min(at + 2 + NAME_BYTES_MAX))?;
    let len = rest.iter().position(|&byte| byte == b';')?;
    let name = &rest[..len];
    let is_name = match name {
        [b'#', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_alphanumeric),
        [first, ..] => first.is_ascii_alphabetic() && name.iter().all(u8::is_ascii_alphanumeric),
        [] => false,
    };
    is_name.then_some(name)
}

/// Length in bytes of the entity at `at` if it is not white space, else 0.
fn entity_len(window: &[u8], at: usize) -> usize {
    match entity(window, at) {
        Some(name) if !is_space_entity(name) => name.len() + 2,
        _ => 0,
    }
}

fn is_space_entity(name: &[u8]) -> bool {
    const NAMES: [&[u8]; 16] = [
        b"nbsp", b"ensp", b"emsp", b"thinsp", b"zwnj", b"zwj", b"shy", b"Tab", b"NewLine", b"#9",
        b"#10", b"#13", b"#32", b"#160", b"#8201", b"#8203",
    ];
    NAMES.contains(&name) || matches!(name, [b'#', b'x' | b'X', b'a' | b'A', b'0'])
}

/// Length in bytes of the periods at `at` that are not ASCII: an ellipsis, a full-width or
/// ideographic full stop, a middle dot, in UTF-8 or code page 1252; else 0.
pub(crate) fn foreign_period_len(window: &[u8], at: usize) -> usize {
    match window[at..] {
        [0xE2, 0x80, 0xA4..=0xA6, ..] | [0xE2, 0x8B, 0xAF, ..] => 3,
        [0xE3, 0x80, 0x82, ..] | [0xEF, 0xBC, 0x8E, ..] => 3,
        [0xC2, 0xB7, ..] => 2,
        [0x85 | 0xB7, ..] => 1,
        _ => 0,
    }
}

/// Length in bytes of a sign beyond ASCII that belongs to a move or a score, at `at`; else 0. The
/// dashes and the cross of code page 1252 count between characters of a symbol only.
fn sign_len(window: &[u8], at: usize) -> usize {
    match window[at..] {
        // Dashes and hyphens, minus; daggers; figurines, and how they are drawn.
        [0xE2, 0x80, 0x90..=0x95 | 0xA0..=0xA1, ..] | [0xE2, 0x88, 0x92, ..] => 3,
        [0xE2, 0x99, 0x94..=0x9F, ..] | [0xEF, 0xB8, 0x8E | 0x8F, ..] => 3,
        // A half, the cross of captures.
        [0xC2, 0xBD, ..] | [0xC3, 0x97, ..] => 2,
        [0xBD, ..] => 1,
        [0x96 | 0x97, next, ..] if next.is_ascii_alphanumeric() || next == 0xBD => 1,
        [0xD7, next, ..] if at > 0 && next.is_ascii_alphanumeric() => {
            usize::from(window[at - 1].is_ascii_alphanumeric())
        }
        _ => 0,
    }
}

/// Whether a run of letters, digits and the commonest signs is a complete word, judged by the next
/// byte: [`word_end`] would not extend it, and it is not a marker that touches a move.
#[inline(never)] // It is rare, and its code would crowd the plain path.
pub(crate) fn is_whole(run: &[u8], next: Option<&u8>) -> bool {
    let ends = |&byte: &u8| {
        let goes_on = matches!(
            class(byte),
            Class::Wordy | Class::High | Class::Period | Class::LeftParenthesis
        );
        !(goes_on || matches!(byte, b'~' | b'&' | b'\\' | b'^' | b'|' | b'>'))
    };
    next.is_none_or(ends) && glued_marker(run).is_none()
}

/// A Unicode space or mark that PGN does not have; a lone A0 directly after a non-ASCII byte is the
/// tail of a UTF-8 letter.
fn begins_foreign_space(window: &[u8], at: usize, inside: bool) -> bool {
    let is_tail = window[at] == 0xA0 && inside && window[at - 1] >= 0x80;
    !is_tail && foreign_space_len(window, at) > 0
}

/// Length in bytes of the foreign white space at `at`, else 0: no-break space in Latin-1 and
/// UTF-8, the spaces and invisible marks U+2000 to U+200F, U+2028 to U+202F, U+2060, U+3000, the
/// byte-order mark, and the entities of HTML for white space.
pub(crate) fn foreign_space_len(window: &[u8], at: usize) -> usize {
    match window[at..] {
        [0xA0, ..] => 1,
        [0xC2, 0x85 | 0xA0, ..] => 2,
        [0xE2, 0x80, 0x80..=0x8F | 0xA8..=0xAF, ..] | [0xE2, 0x81, 0xA0, ..] => 3,
        [0xE3, 0x80, 0x80, ..] | [0xEF, 0xBB, 0xBF, ..] => 3,
        [b'&', ..] => match entity(window, at) {
            Some(name) if is_space_entity(name) => name.len() + 2,
            _ => 0,
        },
        _ => 0,
    }
}

/// `e.p.` and `(Q)` belong to the word that they touch.
#[inline]
fn with_tail(window: &[u8], start: usize, end: usize) -> usize {
    match window.get(end) {
        Some(b'.') if window[end - 1] == b'e' && window.get(end + 1) == Some(&b'p') => {
            let end = end + 2;
            if window.get(end) == Some(&b'.') { end + 1 } else { end }
        }
        Some(b'(') if end - start >= 2 && window[end - 1].is_ascii_digit() => {
            match (window.get(end + 1), window.get(end + 2)) {
                (Some(letter), Some(b')')) if letter.is_ascii_alphabetic() => end + 3,
                _ => end,
            }
        }
        _ => end,
    }
}

/// The outcome if `text` is one of the standard's four markers.
#[inline]
pub(crate) fn marker(text: &[u8]) -> Option<Marker> {
    match text {
        b"1-0" => Some(Marker::WhiteWins),
        b"0-1" => Some(Marker::BlackWins),
        b"1/2-1/2" => Some(Marker::Draw),
        b"*" => Some(Marker::Unknown),
        _ => None,
    }
}

/// The marker that these bytes begin with, and its length, if white space or the end of the text
/// follows it, as nearly always.
#[inline]
pub(crate) fn plain_marker(eight: u64) -> Option<(Marker, usize)> {
    const WHITE_WINS: u64 = head(b"1-0");
    const BLACK_WINS: u64 = head(b"0-1");
    const DRAW: u64 = head(b"1/2-1/2");
    let ends = |len: u32| (eight >> (8 * len)) as u8 <= b' ';
    let (marker, len) = match eight & 0x00FF_FFFF {
        WHITE_WINS => (Marker::WhiteWins, 3),
        BLACK_WINS => (Marker::BlackWins, 3),
        _ if eight & (!0 >> 8) == DRAW => (Marker::Draw, 7),
        _ => return None,
    };
    ends(len).then_some((marker, len as usize))
}

/// The result if `text` is a marker in an unusual spelling (D-07): a whole [`result::score`], or a
/// half alone.
pub(crate) fn odd_marker(text: &[u8]) -> Option<Marker> {
    match text {
        b"1/2" | b"\xBD" | b"\xC2\xBD" => Some(Marker::Draw),
        _ => result::score(text, 0).filter(|&(_, end)| end == text.len()).map(|found| found.0),
    }
}

/// The longest marker in any spelling that [`odd_marker`] accepts, in bytes: halves with a long
/// dash.
const MARKER_BYTES_MAX: usize = 9;

/// The beginning of the marker that touches the move before it, `Kf21-0` (D-07): both must be
/// complete, so that `a1-0` and `Kf2-1-0` stay one word, and no word can be split at two places.
pub(crate) fn glued_marker(word: &[u8]) -> Option<usize> {
    if !matches!(word, [_, _, _, .., b'0'..=b'2' | 0xBD]) {
        return None;
    }
    (word.len().saturating_sub(MARKER_BYTES_MAX)..word.len()).find(|&at| {
        let (mv, text) = word.split_at(at);
        ends_as_move(mv) && marker(text).or_else(|| odd_marker(text)).is_some()
    })
}

/// Whether a text ends with a square, a promotion or castling, perhaps with check marks.
fn ends_as_move(text: &[u8]) -> bool {
    let n_marks = text.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let text = &text[..text.len() - n_marks];
    match *text {
        [.., file, b'1'..=b'8'] => matches!(file | 0x20, b'a'..=b'h'),
        [.., file, b'1' | b'8', b'=', letter] => {
            matches!(file | 0x20, b'a'..=b'h') && letter.is_ascii_alphabetic()
        }
        [.., file, b'1' | b'8', letter] => {
            matches!(file | 0x20, b'a'..=b'h') && b"QRBN".contains(&letter.to_ascii_uppercase())
        }
        [zero @ (b'O' | b'o' | b'0'), b'-', ref rest @ ..] => {
            *rest == [zero] || *rest == [zero, b'-', zero]
        }
        _ => false,
    }
}

/// Markers that may be several tokens (D-07): `1 - 0`, `1 / 2 - 1 / 2`, `0.5-0.5`. Returns the
/// meaning of the text at `start` and its end.
pub(crate) fn spaced_marker(window: &[u8], start: usize) -> Option<(Marker, usize)> {
    let (marker, end) = result::score(window, start)?;
    // A half is a marker alone (D-07), whatever follows its word, so it must be one here too.
    let is_half_with_period = window.get(end) == Some(&b'.')
        && (window[..end].ends_with(b"/2") || window[..end].ends_with(b"\xBD"));
    (is_half_with_period || ends_word(window, end)).then_some((marker, end))
}

/// Whether a score ends before `at`: as [`word_end`] has it, and not before a period.
fn ends_word(window: &[u8], at: usize) -> bool {
    window.get(at).is_none_or(|&byte| match class(byte) {
        Class::Letter | Class::Digit | Class::Wordy | Class::Period => false,
        Class::High => sign_len(window, at) == 0,
        _ => true,
    })
}

/// Whether a word could be meant as a move, by its letters alone: a file letter before a rank
/// digit, castling, a null move, a figurine.
pub(crate) fn move_shaped(word: &[u8]) -> bool {
    if word.len() > 16 {
        return false;
    }
    let names_square = word
        .windows(2)
        .any(|pair| matches!(pair[0] | 0x20, b'a'..=b'h') && matches!(pair[1], b'1'..=b'8'));
    let castles = word.len() >= 3
        && matches!(word[0], b'O' | b'o' | b'0')
        && !matches!(word[1], b'O' | b'o' | b'0' | b'1'..=b'9' | b'a'..=b'n' | b'p'..=b'z')
        && matches!(word[word.len() - 1], b'O' | b'o' | b'0' | b'+' | b'#');
    let figurine = word.starts_with(&[0xE2, 0x99]) && matches!(word.get(2), Some(0x94..=0x9F));
    names_square || castles || figurine || matches!(word, b"--" | b"Z0" | b"@@@@" | b"0000")
}

/// Whether a word is meant as a move in unsupported letters or notation: `е4` with a Cyrillic
/// letter, `P-K4`, `KtxB`.
pub(crate) fn looks_like_move(word: &[u8]) -> bool {
    let is_foreign = word.windows(2).any(|pair| pair[0] >= 128 && matches!(pair[1], b'1'..=b'8'));
    let is_descriptive = matches!(word, [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', ..])
        && word[1..].iter().take(3).any(|byte| matches!(byte, b'-' | b'x'))
        && word.iter().all(|byte| b"KQRBNPt12345678-x+=#".contains(byte));
    word.len() <= 24 && (is_foreign || is_descriptive)
}

/// Whether a word is a move but for its square, as a slip makes it: `Nf9`, `Ni3`, `exd0`.
pub(crate) fn is_slip(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    let Some((head, [file, rank])) = word.split_last_chunk::<2>() else { return false };
    let is_piece = |byte: &u8| b"KQRBNxabcdefgh12345678".contains(byte);
    file.is_ascii_lowercase()
        && *file != b'x'
        && rank.is_ascii_digit()
        && head.len() <= 4
        && head.iter().all(is_piece)
        && !head.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(text: &str) -> usize {
        word_end(text.as_bytes(), 0)
    }

    #[test]
    fn words_end_where_the_standard_ends_symbols() {
        // §7-18
        for tail in ["$5", ")", "{x}", "*", " ", "!", ""] {
            assert_eq!(end(&alloc::format!("Nf3{tail}")), 3, "{tail}");
        }
        assert_eq!(end("1e4 "), 3);
    }

    #[test]
    fn tails_stay_with_their_word() {
        assert_eq!(end("e.p. x"), 4);
        assert_eq!(end("exd6e.p. x"), 8);
        assert_eq!(end("a8(Q) x"), 5);
        assert_eq!(end("a8(Qe1) x"), 2);
        assert_eq!(end("e4(1. d4)"), 2);
        assert_eq!(end("O\u{2013}O x"), 5);
        assert_eq!(end("e4\u{a0}e5"), 2);
        assert_eq!(end("\u{e0}b"), 3);
        assert_eq!(end("e4\u{e9}"), 2);
        assert_eq!(end("Nf3\u{b1} x"), 3);
        assert_eq!(end("\u{41a}f3 x"), 4);
        assert_eq!(end("e8=\u{2655}+ x"), 7);
        assert_eq!(end("e4\u{200b} e5"), 2);
    }

    #[test]
    fn markers_in_every_spelling() {
        assert_eq!(odd_marker("½-½".as_bytes()), Some(Marker::Draw));
        assert_eq!(odd_marker(b"\xBD-\xBD"), Some(Marker::Draw));
        assert_eq!(odd_marker("1\u{2013}0".as_bytes()), Some(Marker::WhiteWins));
        assert_eq!(odd_marker(b"1/2"), Some(Marker::Draw));
        assert_eq!(odd_marker(b"1-0-0-1-0"), None);
        assert_eq!(spaced_marker(b"1 - 0\n", 0), Some((Marker::WhiteWins, 5)));
        assert_eq!(spaced_marker(b"1/2 - 1/2", 0), Some((Marker::Draw, 9)));
        assert_eq!(spaced_marker(b"0.5-0.5 ", 0), Some((Marker::Draw, 7)));
        assert_eq!(spaced_marker(b"0 - 0-0", 0), None);
        assert_eq!(spaced_marker(b"1 - 0-0", 0), None);
    }

    #[test]
    fn a_marker_touches_a_whole_move() {
        let moves = [
            "Qg2", "R8xg2", "Kf2", "Rd1", "a1", "1e4", "g1f3", "e7e8q", "e8=Q", "e8=D", "bxa1=N+",
            "Nf3+", "Qh7#", "Qh7++", "O-O", "O-O-O", "0-0", "0-0-0", "o-o+", "N@f3",
        ];
        let markers = [
            "1-0",
            "0-1",
            "1/2-1/2",
            "1/2",
            "½",
            "½-½",
            "½\u{2013}½",
            "1/2\u{2013}1/2",
            "1\u{2013}0",
        ];
        for (mv, marker) in moves.iter().flat_map(|mv| markers.map(|marker| (mv, marker))) {
            let word = alloc::format!("{mv}{marker}");
            assert_eq!(glued_marker(word.as_bytes()), Some(mv.len()), "{word}");
            assert_eq!(end(&word), word.len(), "{word}");
        }
    }

    #[test]
    fn other_words_stay_whole() {
        for word in [
            "a1-0",
            "Kf1/2",
            "Kf1/2-1/2",
            "Rd1-0",
            "Kf2-1-0",
            "Kf2/1-0",
            "Kf91-0",
            "Ki21-0",
            "1-0",
            "0-1",
            "1/2",
            "1/2-1/2",
            "½",
            "0-0",
            "0-0-0",
            "0-0-0-1",
            "O-O",
            "O-O-0",
            "Rg1-g0",
            "e4",
            "Nf3",
            "Ra1",
            "foo1-0",
            "N1-0",
            "e5=Q1-0",
            "Nf3e1-0",
            "O-O-O-O1-0",
            "O-o1-0",
            "--1-0",
            "1-01-0",
            "Qg20-0",
            "Qg21-1",
            "Qg22-0",
            "Kf2*",
            "ed1-0",
            "",
        ] {
            assert_eq!(glued_marker(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn shapes_of_moves() {
        for word in
            ["e4", "Nf3", "nf3", "O-O", "0-0-0", "o-o", "--", "Z0", "g1f3", "Sf3", "♘f3", "E4"]
        {
            assert!(move_shaped(word.as_bytes()), "{word}");
        }
        for word in ["foo", "From:", "outer", "Oho", "OK", "100", "N", "+-", "on"] {
            assert!(!move_shaped(word.as_bytes()), "{word}");
        }
    }
}
