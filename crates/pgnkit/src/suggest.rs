//! The nearest of known words, for messages about one that is not known.

use std::cmp::Reverse;

/// The word with the most similar spelling to `text`, if any is close, ignoring letter case. Of
/// several, the one with the most similar beginning.
///
/// ```
/// assert_eq!(pgnkit::suggest::nearest_word("playr", ["opponent", "player"]), Some("player"));
/// assert_eq!(pgnkit::suggest::nearest_word("deutch", ["Dutch", "Deutsch"]), Some("Deutsch"));
/// assert_eq!(pgnkit::suggest::nearest_word("xyz", ["opponent", "player"]), None);
/// ```
#[must_use]
pub fn nearest_word<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    let by_distance = words.into_iter().map(|word| {
        let lower = word.to_ascii_lowercase();
        let same_start = text.bytes().zip(lower.bytes()).take_while(|(a, b)| a == b).count();
        ((distance(&text, &lower), Reverse(same_start)), word)
    });
    let ((found, _), word) = by_distance.min_by_key(|(nearness, _)| *nearness)?;
    (found * 3 <= text.chars().count().max(3)).then_some(word)
}

/// The Levenshtein distance: the number of letters to insert, remove or change to turn one word
/// into the other. Uses at most 64 letters of each.
#[must_use]
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().take(64).enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = corner + usize::from(from != *to);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
