//! Words that sound alike in English ears.

use super::fold::{Fold, fold};
#[cfg(feature = "sounds")]
use super::phonetic::{metaphone, soundex};
use super::root::WORD_BYTES_MAX;

/// How a sound is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A letter and three digits for the consonants: coarse, and kind to misspelled names.
    #[default]
    Soundex,
    /// Up to eight consonants after the rules of English spelling: finer.
    Metaphone,
}

impl Sound {
    /// The sound of one word; empty if it has no Latin letters. Costs an allocation.
    ///
    /// ```
    /// use pgn_query::name::Sound;
    ///
    /// assert_eq!(Sound::Soundex.of_word("Tal"), Sound::Soundex.of_word("Tahl"));
    /// ```
    #[must_use]
    pub fn of_word(self, word: &str) -> String {
        let folded = fold(word, Fold::Letters);
        let letters: String =
            folded.chars().filter(char::is_ascii_lowercase).take(WORD_BYTES_MAX).collect();
        if letters.is_empty() {
            return letters;
        }
        self.of_letters(&letters)
    }

    #[cfg(feature = "sounds")]
    fn of_letters(self, letters: &str) -> String {
        match self {
            Sound::Soundex => soundex(letters),
            Sound::Metaphone => metaphone(letters, 8),
        }
    }

    /// Without this feature, no expression with sounds can be parsed.
    #[cfg(not(feature = "sounds"))]
    fn of_letters(self, _: &str) -> String {
        String::new()
    }
}

/// The sounds of some words, to be looked for in texts.
///
/// ```
/// use pgn_query::name::{Sound, Sounds};
///
/// assert!(Sounds::new(Sound::Soundex, "Tahl").are_in("Tal, Mihail"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sounds {
    sound: Sound,
    words: Vec<String>,
}

impl Sounds {
    /// The sounds of the words of `text`.
    #[must_use]
    pub fn new(sound: Sound, text: &str) -> Sounds {
        Sounds { sound, words: words(sound, text).collect() }
    }

    /// Whether each word is heard somewhere in `text`. Nothing is heard nowhere.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let heard: Vec<String> = words(self.sound, text).collect();
        self.words.iter().all(|word| heard.contains(word))
    }
}

fn words(sound: Sound, text: &str) -> impl Iterator<Item = String> {
    let folded = fold(text, Fold::Words).into_owned();
    let words: Vec<String> = folded.split(' ').map(|word| sound.of_word(word)).collect();
    words.into_iter().filter(|word| !word.is_empty())
}
