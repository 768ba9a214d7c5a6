//! Marks after a move that are not moves: suffixes and symbols of the Informant.
//!
//! Standard: §8.2.3.8. Decisions: D-13.

use crate::charset::Choice;
use crate::nag::Nag;

/// The NAGs that a run of `!` and `?` means, at most two: the longest legal marks first.
/// `!!!` is `!!` and `!`.
pub(super) fn split_suffix(text: &[u8]) -> impl Iterator<Item = (Nag, usize)> + '_ {
    let mut rest = text;
    core::iter::from_fn(move || {
        let len = rest.len().min(2);
        let mark = &rest[..len];
        if mark.is_empty() {
            return None;
        }
        rest = &rest[len..];
        let nag = match mark {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            _ => 6,
        };
        Some((Nag(nag), len))
    })
}

/// The NAG for an annotation symbol such as `+-` or `±`, in any encoding, in parentheses or not.
pub(super) fn glyph(text: &[u8]) -> Option<Nag> {
    let text = match text {
        [b'(', inner @ .., b')'] => inner.trim_ascii(),
        text => text,
    };
    Nag::from_glyph(&Choice::Auto.decode(text))
}

/// Whether a text looks like an annotation symbol: no letter or digit, and no piece.
pub(super) fn is_symbol(text: &[u8]) -> bool {
    let is_sign = |c: char| match c {
        '\u{2654}'..='\u{265f}' => false,
        c if c.is_ascii() => !c.is_ascii_alphanumeric(),
        '\u{a1}'..='\u{bf}' | '×' | '÷' | '\u{2010}'..='\u{2bff}' => true,
        '\u{3001}'..='\u{303f}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f000}'..='\u{1faff}' => true,
        _ => false,
    };
    Choice::Auto.decode(text).chars().all(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_marks_split_into_legal_ones() {
        let nags = |text: &str| -> Vec<u16> {
            split_suffix(text.as_bytes()).map(|(nag, _)| nag.0).collect()
        };
        assert_eq!(nags("!"), [1]);
        assert_eq!(nags("??"), [4]);
        assert_eq!(nags("!?"), [5]);
        assert_eq!(nags("?!"), [6]);
        assert_eq!(nags("!!!"), [3, 1]);
        assert_eq!(nags("!?!"), [5, 1]);
    }

    #[test]
    fn signs_are_read_in_both_encodings() {
        assert_eq!(glyph("±".as_bytes()), Some(Nag(16)));
        assert_eq!(glyph(b"\xB1"), Some(Nag(16)));
        assert_eq!(glyph(b"+-"), Some(Nag(18)));
        assert_eq!(glyph(b"N"), Some(Nag(146)));
        assert_eq!(glyph("(∞)".as_bytes()), Some(Nag(13)));
        assert_eq!(glyph(b"n"), None);
    }

    #[test]
    fn symbols_have_no_letters_and_no_pieces() {
        for text in ["^^", "+", "(^)", "–", "§", "☺", "…"] {
            assert!(is_symbol(text.as_bytes()), "{text}");
        }
        for text in ["N", "x", "3", "Лb5", "♘", "Nf3+-", "é"] {
            assert!(!is_symbol(text.as_bytes()), "{text}");
        }
    }
}
