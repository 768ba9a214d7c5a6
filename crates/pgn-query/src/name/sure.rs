//! Finds spellings that are certainly the same name.
//!
//! Two spellings are one name if they have the same letters, ignoring case, accents, punctuation,
//! titles and the order of family and given names. Beyond that, only two differences are ignored:
//! an umlaut that is written out (`Müller`, `Mueller`), and the German or English ending of a
//! Russian family name, with related letters (`Jussupow`, `Yusupov`). Initials must be equal: a
//! letter that sounds alike is another letter.
//!
//! A name without a comma may be read in several ways. It is the same as another name if only one
//! name of the collection fits.

use super::fold::{Fold, fold};
use super::person::{NameReading, NameWord, Person};
use pgnkit::charset::compose;

/// The common key of spellings of the same name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    /// Spellings that share one of these are one name.
    pub(super) certain: Vec<String>,
    /// The spelling may be any of the names that have one of these.
    pub(super) readings: Vec<String>,
}

impl Keys {
    /// Of the name of one player.
    pub(super) fn of_player(name: &str, person: &Person) -> Keys {
        let letters = fold(name.trim(), Fold::Letters);
        // A name without parts may be an account, and in the name of a program each character
        // counts.
        let is_one_word = !letters.contains([' ', ',']);
        let is_cut = person.words().len() >= Person::WORDS_MAX;
        if is_one_word || person.has_digits() || letters.contains('_') || is_cut {
            return Keys { certain: vec![format!("={letters}")], readings: Vec::new() };
        }
        if let Some(reading) = person.only_reading() {
            let mut certain = vec![key(person, reading)];
            let expanded = Person::parse(&expand(name));
            certain.extend(expanded.only_reading().map(|reading| key(&expanded, reading)));
            certain.extend(transliterated(person, reading));
            certain.dedup();
            return Keys { certain, readings: Vec::new() };
        }
        let words = fold(name, Fold::Words).into_owned();
        let is_initials = person.words().iter().all(|word| word.is_short);
        let readings = match is_initials {
            true => Vec::new(),
            false => person.readings().map(|reading| key(person, reading)).collect(),
        };
        Keys { certain: vec![format!("={words}")], readings }
    }

    /// Of an event or a site, from its folded words: spaces do not count, except between numbers.
    pub(super) fn of_place(words: &str) -> Keys {
        let mut key = String::with_capacity(words.len());
        for word in words.split(' ') {
            let is_digit = |c: char| c.is_ascii_digit();
            if key.ends_with(is_digit) && word.starts_with(is_digit) {
                key.push(' ');
            }
            key.push_str(word);
        }
        Keys { certain: vec![key], readings: Vec::new() }
    }
}

/// Family and given names in one order, and what else distinguishes persons.
fn key(person: &Person, reading: NameReading<'_>) -> String {
    let family: String = reading.family.iter().map(|&word| person.folded(word)).collect();
    key_of(&family, &given(person, reading.given), person)
}

fn key_of(family: &str, given: &str, person: &Person) -> String {
    let federation = person.federation().unwrap_or_default();
    format!("{family},{given},{:?},{federation}", person.suffix())
}

/// Given names; how they are separated counts only if one is an initial.
fn given(person: &Person, words: &[NameWord]) -> String {
    let words: Vec<&str> = words.iter().map(|&word| person.folded(word)).collect();
    words.join(if person.has_initial() { " " } else { "" })
}

/// The name with its umlauts written out, as German has it.
fn expand(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in compose(name).chars() {
        match character {
            'ä' => text.push_str("ae"),
            'ö' | 'ø' => text.push_str("oe"),
            'ü' => text.push_str("ue"),
            'å' => text.push_str("aa"),
            'Ä' => text.push_str("Ae"),
            'Ö' | 'Ø' => text.push_str("Oe"),
            'Ü' => text.push_str("Ue"),
            'Å' => text.push_str("Aa"),
            other => text.push(other),
        }
    }
    text
}

/// The minimum length in bytes of a family name that can be recognized as Russian.
const RUSSIAN_BYTES_MIN: usize = 6;

/// How Russian family names end, in English letters.
const RUSSIAN_ENDINGS: [&str; 4] = ["ov", "ev", "ova", "eva"];

/// The longest first: different letters for the same sound in German, French and English.
const RUSSIAN_LETTERS: [(&str, &str); 7] = [
    ("schtsch", "shch"),
    ("tsch", "ch"),
    ("tch", "ch"),
    ("sch", "sh"),
    ("ss", "s"),
    ("w", "v"),
    ("j", "y"),
];

/// The key of a Russian family name with a full given name, in English letters.
fn transliterated(person: &Person, reading: NameReading<'_>) -> Option<String> {
    let [family] = reading.family else { return None };
    let is_full = !reading.given.is_empty() && !person.has_initial();
    let mut family = person.folded(*family).to_owned();
    if !is_full || family.len() < RUSSIAN_BYTES_MIN {
        return None;
    }
    for ending in ["off", "eff"] {
        if family.ends_with(ending) {
            family.truncate(family.len() - 2);
            family.push('v');
        }
    }
    for (foreign, english) in RUSSIAN_LETTERS {
        family = family.replace(foreign, english);
    }
    let is_russian = RUSSIAN_ENDINGS.iter().any(|ending| family.ends_with(ending));
    is_russian.then(|| key_of(&family, &given(person, reading.given), person))
}
