//! Text for places that lack its characters: Latin-1 files, and ASCII ones.
//!
//! Standard: §4.1. Decisions: D-02, D-48, D-61.
//!
//! For each character that the target lacks:
//!
//! 1. compose (Unicode NFC), so that `e` + acute is the `é` that Latin-1 has;
//! 2. look in the shipped table: `ș` → `s`, `Ж` → `Zh`, `…` → `...`, `♘` → `N`, `⩲` → `+/=`;
//! 3. else write `?`.
//!
//! The table contains only ASCII replacements, so a second pass changes nothing.

use std::borrow::Cow;

use super::compose;
use super::transliterate_table::TABLE;

/// The text with only Latin-1 characters, and the number of replaced characters.
///
/// DEL and the C1 controls, which the standard leaves unused, become `?`; other control characters
/// stay. Borrowed if nothing changes. A replacement counts once, whatever its length.
///
/// ```
/// assert_eq!(pgnkit::charset::to_latin1("Šárka"), ("Sárka".into(), 1));
/// ```
#[must_use]
pub fn to_latin1(text: &str) -> (Cow<'_, str>, usize) {
    degrade(text, |character| !matches!(character, '\u{7F}'..='\u{9F}' | '\u{100}'..))
}

/// The text with only ASCII characters, and the number of replaced characters.
///
/// Like [`to_latin1`], but also replaces the accented letters and symbols of Latin-1.
///
/// ```
/// assert_eq!(pgnkit::charset::to_ascii("Šárka"), ("Sarka".into(), 2));
/// ```
#[must_use]
pub fn to_ascii(text: &str) -> (Cow<'_, str>, usize) {
    degrade(text, |character| character < '\u{7F}')
}

fn degrade(text: &str, fits: impl Fn(char) -> bool) -> (Cow<'_, str>, usize) {
    if text.chars().all(&fits) {
        return (Cow::Borrowed(text), 0);
    }
    let composed = compose(text);
    let mut degraded = String::with_capacity(composed.len());
    let mut n_replaced = 0;
    for character in composed.chars() {
        if fits(character) {
            degraded.push(character);
        } else {
            n_replaced += 1;
            degraded.push_str(ascii_of(character).unwrap_or("?"));
        }
    }
    (Cow::Owned(degraded), n_replaced)
}

/// The ASCII replacement of a character that is not ASCII: `ø` → `o`, `Ж` → `Zh`; empty for
/// combining accents, `None` if there is no replacement.
#[doc(hidden)]
#[must_use]
pub fn ascii_of(character: char) -> Option<&'static str> {
    let idx = TABLE.binary_search_by_key(&character, |&(key, _)| key).ok()?;
    Some(TABLE[idx].1)
}
