//! Whether a text that is not a legal move was meant as one.
//!
//! Standard: §8.2.3, §17. Decisions: D-32, D-33, D-62.

use crate::game::UNPLAYABLE;
use pgn_chess::Position;
use pgn_chess::notation::san::{self, ResolveError, SanOptions};

/// The words that were meant as moves in a comment with [unplayable text](UNPLAYABLE): those of its
/// own line, as written, without suffixes.
///
/// Numbers, NAGs, comments, which are in brackets, and
/// variations are skipped. Other comments have no such words.
///
/// ```
/// use pgnkit::read::intended_moves;
/// let rest = "Unplayable: Ke4 $2 [why?] (2... Nc6) 3. Bc4! foo O-O";
/// assert_eq!(intended_moves(rest).collect::<Vec<_>>(), ["Ke4", "Bc4", "O-O"]);
/// ```
pub fn intended_moves(comment: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let rest = comment.strip_prefix(UNPLAYABLE).unwrap_or_default();
    let words = rest.split_inclusive(|c: char| c.is_whitespace() || "()[]".contains(c));
    words.filter_map(move |piece| {
        let word = piece.trim_end_matches(|c: char| c.is_whitespace() || "()[]".contains(c));
        let is_outside = depth == 0;
        match piece.as_bytes().last() {
            Some(b'(' | b'[') => depth += 1,
            Some(b')' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        let word = match word.trim_start_matches(|c: char| c.is_ascii_digit()) {
            after if after.starts_with('.') => after.trim_start_matches('.'),
            _ => word,
        };
        let word = word.trim_end_matches(['!', '?']);
        (is_outside && is_meant(word.as_bytes())).then_some(word)
    })
}

/// Whether a line ends at this text, if it is not a legal move.
fn is_meant(text: &[u8]) -> bool {
    let is_move = || {
        let reading = san::resolve(&Position::start(), text, &SanOptions::default());
        !matches!(reading, Err(ResolveError::NotAMove)) || looks_like_move(text)
    };
    !text.is_empty() && !is_word(text) && is_move()
}

/// Whether a text that is not a move in any English spelling was meant as one: it names a square,
/// such as `Sf3`, `Dxd5`, `Ke9` and `N@f3`, or it is part of a move, such as `Nx6`, `N6`, `ex5` and
/// `OO`.
///
/// A line cannot continue after it, because the wrong side would play the next move.
#[doc(hidden)]
#[must_use]
pub fn looks_like_move(text: &[u8]) -> bool {
    names_square(text) || is_part_of_move(text)
}

/// A piece letter and part of its move, or castling without its dashes.
fn is_part_of_move(text: &[u8]) -> bool {
    let Some((first, rest)) = text.split_first() else { return false };
    let is_zero = |byte: &u8| matches!(byte, b'O' | b'o');
    let is_piece = |byte: &u8| b"NBRQKP".contains(byte);
    let is_file = |byte: &u8| matches!(byte, b'a'..=b'h');
    let is_sign = |byte: &u8| b"x:-=+#@".contains(byte);
    let is_rank = |byte: &u8| matches!(byte, b'1'..=b'8');
    let acts = match is_piece(first) {
        true => rest.iter().any(|byte| is_rank(byte) || matches!(byte, b'x' | b':')),
        false => is_file(first) && matches!(rest, [b'x' | b':', _, ..]),
    };
    let is_castling = text.len() >= 2
        && text.iter().filter(|byte| is_zero(byte)).count() >= 2
        && text.iter().all(|byte| is_zero(byte) || is_sign(byte));
    let is_plain =
        |byte: &u8| is_piece(byte) || matches!(byte, b'a'..=b'h') || is_rank(byte) || is_sign(byte);
    is_castling || (acts && text.len() <= 12 && rest.iter().all(is_plain))
}

fn names_square(text: &[u8]) -> bool {
    let names_square = text
        .windows(2)
        .any(|pair| matches!(pair[0], b'a'..=b'h' | b'A'..=b'H') && pair[1].is_ascii_digit());
    let is_tail = |byte: u8| (0x80..0xC0).contains(&byte);
    let is_other = |byte: u8| {
        let is_square = matches!(byte, b'a'..=b'h' | b'A'..=b'H' | b'0'..=b'9');
        !is_square && !b"x-:=+#@".contains(&byte) && !is_tail(byte)
    };
    let n_others = text.iter().filter(|&&byte| is_other(byte)).count();
    // Some languages name a piece with two letters.
    let is_named = n_others == 2 && text.iter().all(|&byte| !is_other(byte) || byte >= 0x80);
    names_square && (n_others <= 1 || is_named) && text.len() <= 12 && !text[0].is_ascii_digit()
}

/// Whether a text that could be read as a move is more likely a word: `bar` is a pawn's capture
/// with promotion by its letters alone.
pub(super) fn is_word(text: &[u8]) -> bool {
    text.len() >= 3 && !text.contains(&b'x') && text.iter().all(u8::is_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_a_square_or_is_part_of_a_move_was_meant_as_one() {
        for text in
            ["Sf3", "Dxd5", "Cbd7", "Ta1xb1", "Ke9", "Лb5", "Крe2", "Sf3+", "f9", "N@f3", "@e4"]
        {
            assert!(looks_like_move(text.as_bytes()), "{text}");
        }
        for text in ["Nx6", "N6", "Nxf", "Rx", "Qx5+", "ex5", "OO", "O-O-O-O", "BxP", "P-K4"] {
            assert!(looks_like_move(text.as_bytes()), "{text}");
        }
        for text in ["foo", "word2", "1e9", "N", "+-", "R", "Zug", "31.12.1999", "Be", "Bad", "o"] {
            assert!(!looks_like_move(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn words_of_a_rest_are_those_of_its_line() {
        let moves = |rest| intended_moves(rest).collect::<Vec<_>>();
        let rest = "Unplayable: 2...Ke4?? $2 [c [x] Qd8 (d] (2... Nc6 (a4) Bb5)3.Bc4! foo exd4 $12";
        assert_eq!(moves(rest), ["Ke4"]);
        let rest = "Unplayable: 2...Ke4?? $2 [c [x] Qd8] (2... Nc6 (a4) Bb5)3.Bc4! foo exd4 $12";
        assert_eq!(moves(rest), ["Ke4", "Bc4", "exd4"]);
        assert_eq!(
            moves("Unplayable: Sf3 -- bar 1-0 12. a8=Q+ e2e4"),
            ["Sf3", "--", "a8=Q+", "e2e4"]
        );
        assert_eq!(moves("Unplayable: "), [""; 0]);
        assert_eq!(moves("Nf3 Nc6"), [""; 0]);
    }

    #[test]
    fn words_are_not_moves() {
        assert!(is_word(b"bar") && is_word(b"bed"));
        assert!(!is_word(b"ed") && !is_word(b"exd") && !is_word(b"O-O") && !is_word(b"ba8"));
    }
}
