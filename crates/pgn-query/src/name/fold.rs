//! Text without what does not count: case, accents, punctuation.

use std::borrow::Cow;

use pgnkit::charset::{ascii_of, compose, other_cases};

/// How much of a text does not count, from little to much.
///
/// ```
/// use pgn_query::name::{Fold, fold};
///
/// assert_eq!(fold("Tal,M.", Fold::Words), "tal m");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fold {
    /// Case: `TAL` is `tal`.
    Case,
    /// Case and accents: `Hübner` is `hubner`, `Łódź` is `lodz`; letters of other alphabets become
    /// Latin ones, `Таль` is `tal`.
    #[default]
    Letters,
    /// Ignores case, accents, punctuation and the spacing of words: `Tal,M.` is `tal m`.
    /// Apostrophes are not spaces: `O'Kelly` is `okelly`.
    Words,
}

/// The text without the differences to ignore; borrowed if nothing changes.
///
/// Folding is idempotent, and linear in the text.
///
/// ```
/// use pgn_query::name::{Fold, fold};
///
/// assert_eq!(fold("Hübner", Fold::Letters), "hubner");
/// assert_eq!(fold("O'Kelly", Fold::Words), "okelly");
/// ```
#[must_use]
pub fn fold(text: &str, how: Fold) -> Cow<'_, str> {
    if is_folded(text, how) {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    fold_into(text, how, &mut folded);
    Cow::Owned(folded)
}

/// Appends to `into` what [`fold`] gives.
///
/// ```
/// use pgn_query::name::{Fold, fold_into};
///
/// let mut key = String::from("player:");
/// fold_into("Tal, M", Fold::Words, &mut key);
/// assert_eq!(key, "player:tal m");
/// ```
pub fn fold_into(text: &str, how: Fold, into: &mut String) {
    let mut pen = Pen { how, start: into.len(), into, is_after_word: false };
    for character in compose(text).chars() {
        if character.is_ascii() || how == Fold::Case {
            pen.push(character);
        } else if let Some(ascii) = ascii_of(character) {
            ascii.chars().for_each(|c| pen.push(c));
        } else {
            pen.push(character);
        }
    }
}

/// Whether the text is so plain that folding certainly changes nothing.
fn is_folded(text: &str, how: Fold) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    match how {
        Fold::Case | Fold::Letters => {
            text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
        }
        Fold::Words => text.bytes().all(is_plain),
    }
}

/// Writes folded characters.
struct Pen<'a> {
    how: Fold,
    /// Where the text begins in `into`.
    start: usize,
    into: &'a mut String,
    /// A space is due before the next letter.
    is_after_word: bool,
}

impl Pen<'_> {
    fn push(&mut self, character: char) {
        if self.how == Fold::Words && !character.is_alphanumeric() {
            self.is_after_word |= !is_apostrophe(character);
            return;
        }
        if character.is_ascii() {
            self.write(character.to_ascii_lowercase());
        } else {
            // A ligature may decompose into letters that have a Latin equivalent.
            for letter in other_cases(character) {
                match ascii_of(letter) {
                    Some(ascii) if self.how != Fold::Case => {
                        ascii.chars().for_each(|c| self.push(c));
                    }
                    Some(_) | None => self.write(letter),
                }
            }
        }
    }

    /// Writes a letter, and the pending space before it. If the letter has no replacement, no word
    /// begins.
    fn write(&mut self, letter: char) {
        if self.is_after_word && self.into.len() > self.start {
            self.into.push(' ');
        }
        self.is_after_word = false;
        self.into.push(letter);
    }
}

/// Signs within a word.
pub(super) fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '`' | '\u{b4}' | '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\u{2b9}')
}
