//! Marks after a move that are no moves: suffixes and signs of the Informant.
//!
//! Owns: what such marks mean. Knows nothing of: where they stand.
//! Standard: §8.2.3.8. Decisions: D-13.
//! Start at [`glyph`].

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

/// The NAG that a sign such as `+-` or `±` means, in whatever encoding it came.
pub(super) fn glyph(text: &[u8]) -> Option<Nag> {
    Nag::from_glyph(&Choice::Auto.decode(text))
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
        assert_eq!(glyph(b"N"), None);
    }
}
