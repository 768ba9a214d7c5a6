//! Whether a text that is no legal move was meant as a move.
//!
//! Owns: the look at its letters. Knows nothing of: the position of the game.
//! Standard: §8.2.3, §17. Decisions: D-32, D-33, D-62.
//! Start at [`is_foreign_move`]; [`moves_meant`] looks at the rest of a line.

use crate::game::UNPLAYABLE;
use pgn_chess::Position;
use pgn_chess::notation::san::{self, Lax, Unresolved};

/// The words that were meant as moves in a comment that holds
/// [what could not be played](UNPLAYABLE): those of its own line, as they stand, without suffixes.
/// Numbers, glyphs, comments, which stand in brackets, and variations are passed over. Of any
/// other comment there is none.
///
/// ```
/// use pgnkit::read::moves_meant;
/// let rest = "Unplayable: Ke4 $2 [why?] (2... Nc6) 3. Bc4! foo O-O";
/// assert_eq!(moves_meant(rest).collect::<Vec<_>>(), ["Ke4", "Bc4", "O-O"]);
/// ```
pub fn moves_meant(comment: &str) -> impl Iterator<Item = &str> {
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

/// Whether a line ends at this text, if it is no legal move.
fn is_meant(text: &[u8]) -> bool {
    let is_move = || {
        let reading = san::resolve(&Position::start(), text, &Lax::default());
        !matches!(reading, Err(Unresolved::NotAMove)) || is_foreign_move(text)
    };
    !text.is_empty() && !is_word(text) && is_move()
}

/// Whether a text that is no move in any English spelling names a square as a move does: `Sf3`,
/// `Dxd5`, `Ke9`, `N@f3`. A line cannot go on behind it: the next move would be
/// played by the wrong side.
pub(super) fn is_foreign_move(text: &[u8]) -> bool {
    let names_square = text
        .windows(2)
        .any(|pair| matches!(pair[0], b'a'..=b'h' | b'A'..=b'H') && pair[1].is_ascii_digit());
    let is_tail = |byte: u8| (0x80..0xC0).contains(&byte);
    let n_others = text
        .iter()
        .filter(|&&byte| {
            let is_square = matches!(byte, b'a'..=b'h' | b'A'..=b'H' | b'0'..=b'9');
            let is_usual = is_square || b"x-:=+#@".contains(&byte);
            !is_usual && !is_tail(byte)
        })
        .count();
    names_square && n_others <= 1 && text.len() <= 12 && !text[0].is_ascii_digit()
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
    fn moves_in_other_letters_name_a_square() {
        for text in ["Sf3", "Dxd5", "Cbd7", "Ta1xb1", "Ke9", "Лb5", "Sf3+", "f9", "N@f3", "@e4"] {
            assert!(is_foreign_move(text.as_bytes()), "{text}");
        }
        for text in ["foo", "word2", "1e9", "N", "+-", "R", "Zug", "31.12.1999"] {
            assert!(!is_foreign_move(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn words_of_a_rest_are_those_of_its_line() {
        let moves = |rest| moves_meant(rest).collect::<Vec<_>>();
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
