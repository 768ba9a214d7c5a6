//! Whether a text that is no legal move was meant as a move.
//!
//! Owns: the look at its letters. Knows nothing of: boards.
//! Standard: §8.2.3, §17. Decisions: D-32, D-33, D-62.
//! Start at [`is_foreign_move`].

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
    fn words_are_not_moves() {
        assert!(is_word(b"bar") && is_word(b"bed"));
        assert!(!is_word(b"ed") && !is_word(b"exd") && !is_word(b"O-O") && !is_word(b"ba8"));
    }
}
