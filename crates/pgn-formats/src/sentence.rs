//! Sentences of a comment that is read aloud, and whether it begins with a move (§8.2.3, D-61).

use pgnkit::chess::notation::san;

/// Words whose period does not end a sentence.
const SHORT_WORDS: [&str; 8] = ["e.g", "i.e", "vs", "etc", "cf", "Mr", "Dr", "No"];

/// The sentences of a text whose white space is single spaces. Joined by spaces, they are the text.
///
/// A sentence ends at a period, an exclamation or a question mark with a space and an upper case
/// letter, a digit or a quote after it, unless the word before is an initial, a number, or one of
/// a few abbreviations.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = sentence_end(rest);
        let sentence = &rest[..end];
        rest = rest[end..].trim_start();
        Some(sentence)
    })
}

fn sentence_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut word_start = 0;
    for (at, window) in bytes.windows(3).enumerate() {
        if window[0] == b' ' {
            word_start = at + 1;
        }
        let [b'.' | b'!' | b'?', b' ', _] = *window else { continue };
        let begins = |c: char| c.is_uppercase() || c.is_ascii_digit() || "\"'„“«".contains(c);
        if text[at + 2..].starts_with(begins) && !is_short_word(&text[word_start..at]) {
            return at + 1;
        }
    }
    text.len()
}

/// Whether the mark after a word ends no sentence.
fn is_short_word(word: &str) -> bool {
    let is_sign = |c: char| !c.is_ascii_alphanumeric();
    let word = word.trim_start_matches(is_sign).trim_end_matches(['.', '!', '?']);
    let is_initial = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_initial || is_number || SHORT_WORDS.contains(&word)
}

/// Whether the first word of a text, after an optional move number, reads as a move.
pub(super) fn begins_with_move(text: &str) -> bool {
    let behind = |text: &str| {
        let text = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        text.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned()
    };
    let start = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    if is_move(first_word(start)) {
        return true;
    }
    let rest = behind(text);
    rest.len() < start.len() && is_move(first_word(rest.trim_start_matches(['.', ' '])))
}

fn first_word(text: &str) -> &str {
    text.split([' ', ',', ';', ':', '/']).next().unwrap_or_default()
}

fn is_move(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && !"+#".contains(c));
    let word = word.trim_end_matches("++");
    let body = word.trim_end_matches(['+', '#']);
    matches!(body, "0-0" | "0-0-0" | "00" | "000") || san::parse(word.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_another_begins() {
        for (text, expected) in [
            ("A b. C d.", &["A b.", "C d."][..]),
            ("One! Two? \"Three\"", &["One!", "Two?", "\"Three\""]),
            ("e.g. Nf3 and i.e. Nf6", &["e.g. Nf3 and i.e. Nf6"]),
            ("J. Polgar vs. Kasparov", &["J. Polgar vs. Kasparov"]),
            ("After 5. Nf3 or 5... Nf6 it ends.", &["After 5. Nf3 or 5... Nf6 it ends."]),
            ("Then Nf3! Better. 12 moves", &["Then Nf3!", "Better.", "12 moves"]),
            ("no end. here", &["no end. here"]),
            ("Wait... What?", &["Wait...", "What?"]),
            ("(No. 5)", &["(No. 5)"]),
            ("", &[]),
        ] {
            assert_eq!(sentences(text).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_move_is_known_at_the_start() {
        for text in [
            "Nf3 was better.",
            "12. Nf3 was better",
            "12...Nf6",
            "12 Nf6",
            "e4!? is sharp",
            "O-O, and White is safe",
            "0-0",
            "(Nf3)",
            "exd8=Q+ wins",
            "\"Nf3\"",
        ] {
            assert!(begins_with_move(text), "{text}");
        }
        for text in
            ["White plays Nf3", "A move", "12 moves later", "", "...", "Comment: Nf3", "a b"]
        {
            assert!(!begins_with_move(text), "{text}");
        }
    }
}
