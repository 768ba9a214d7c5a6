//! A person's name in its parts: family, given names and initials, `Jr`, federation (§8.1.1.5,
//! §9.1).
//!
//! `Carlsen, Magnus`, `GM Magnus Carlsen` and `Carlsen M. (NOR)` are parsed alike. Without a comma,
//! the family name is unknown; then each possible reading is a [`NameReading`].

use std::borrow::Cow;

use pgnkit::tag::Title;

use super::fold::{Fold, fold_into, is_apostrophe};
use super::root::push_root;

/// The number of words that are sometimes written as one: `VandenDoel`.
const N_JOINED_MAX: usize = 3;

/// Words in front of a family name that belong to it.
const PARTICLES: [&str; 21] = [
    "van", "von", "de", "der", "den", "del", "della", "di", "da", "do", "dos", "du", "la", "le",
    "el", "al", "ter", "ten", "zu", "bin", "ibn",
];

/// Forms of address, which do not count.
const ADDRESSES: [&str; 9] = ["dr", "prof", "mr", "mrs", "ms", "sir", "herr", "frau", "ing"];

/// Distinguishes persons of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suffix {
    /// `Jr`, `jun.`, `II`
    Junior,
    /// `Sr`, `sen.`, `I`
    Senior,
    /// `III`
    Third,
    /// `IV`
    Fourth,
}

/// A parsed name.
///
/// ```
/// use pgn_query::name::Person;
///
/// let person = Person::parse("GM Mikhail Tal (LAT)");
/// assert_eq!((person.key(), person.federation()), ("tal", Some("LAT")));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The words and their roots, one after the other.
    text: String,
    words: Vec<NameWord>,
    order: NameOrder,
    suffix: Option<Suffix>,
    federation: Option<[u8; 3]>,
    has_digits: bool,
}

/// Which words are the family's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum NameOrder {
    /// The number at the front.
    Family(usize),
    /// Unknown.
    #[default]
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameWord {
    start: usize,
    root: usize,
    end: usize,
    pub(super) is_short: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NameReading<'a> {
    pub(super) family: &'a [NameWord],
    pub(super) given: &'a [NameWord],
}

impl Person {
    /// Words of a name beyond these are not looked at.
    pub(super) const WORDS_MAX: usize = 12;

    /// Reads a name: `Last, First`, `First Last`, `Last F.`, with titles, `Jr` and what is in
    /// parentheses. Anything is a name. Linear in its length.
    ///
    /// ```
    /// use pgn_query::name::Person;
    ///
    /// assert!(!Person::parse("Mikhail Tal").is_unknown());
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Person {
        let mut person = Person::default();
        let bare = person.take_brackets(name);
        let (front, behind) = match bare.split_once(',') {
            Some((front, behind)) => (front, Some(behind)),
            None => (&*bare, None),
        };
        person.push_words(front);
        if behind.is_some() && !person.words.is_empty() {
            let n_family = person.words.len();
            person.push_words(behind.unwrap_or_default());
            person.order = NameOrder::Family(n_family);
            person.bring_particles_forward(n_family);
        } else {
            person.push_words(behind.unwrap_or_default());
            person.guess_order();
        }
        person
    }

    /// True if no player is named: empty, `?`, `NN`.
    ///
    /// ```
    /// use pgn_query::name::Person;
    ///
    /// assert!(Person::parse("?").is_unknown() && Person::parse("N.N.").is_unknown());
    /// ```
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        let mut words = self.words.iter().map(|&word| self.folded(word));
        match (words.next(), words.next(), words.next()) {
            (None, ..) => true,
            (Some(one), None, _) => matches!(one, "nn" | "anonymous" | "unknown"),
            (Some("n"), Some("n"), None) => true,
            _ => false,
        }
    }

    /// `Jr` and the like.
    ///
    /// ```
    /// use pgn_query::name::Person;
    ///
    /// assert!(Person::parse("Smith, John Jr").suffix().is_some());
    /// assert_eq!(Person::parse("Smith, John").suffix(), None);
    /// ```
    #[must_use]
    pub fn suffix(&self) -> Option<Suffix> {
        self.suffix
    }

    /// The three letters of a federation that was in parentheses.
    ///
    /// ```
    /// use pgn_query::name::Person;
    ///
    /// assert_eq!(Person::parse("Carlsen, M (NOR)").federation(), Some("NOR"));
    /// ```
    #[must_use]
    pub fn federation(&self) -> Option<&str> {
        self.federation.as_ref().and_then(|letters| std::str::from_utf8(letters).ok())
    }

    /// True if a word contains a digit, like names of programs and of accounts: no two such names
    /// are alike unless they are equal.
    ///
    /// ```
    /// use pgn_query::name::Person;
    ///
    /// assert!(Person::parse("Stockfish 17").has_digits());
    /// ```
    #[must_use]
    pub fn has_digits(&self) -> bool {
        self.has_digits
    }

    /// The root of the most likely family name, for cheap grouping: particles do not count, and of
    /// a double name the first counts. A name without a comma may be read in several ways;
    /// [`keys`](Person::keys) has them all.
    ///
    /// ```
    /// use pgn_query::name::Person;
    ///
    /// assert_eq!(Person::parse("Tal, Mikhail").key(), Person::parse("M. Tal").key());
    /// ```
    #[must_use]
    pub fn key(&self) -> &str {
        let mut long = self.family_words().iter().filter(|&&word| self.is_telling(word));
        let word = match self.order {
            NameOrder::Family(_) => long.next(),
            NameOrder::Unknown => long.next_back(),
        };
        word.or(self.words.first()).map_or("", |&word| self.root(word))
    }

    /// All roots under which a name may be grouped, including [`key`](Person::key): two names that
    /// are compatible or the same share one. A word has one, as do words that some people write as
    /// one: the root of each word, as in `Ju Wen Jun`, and the root of all letters, which may be
    /// shorter where two words meet, as in `Ab Ba`.
    pub fn keys(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let words = self.family_words();
        let whole = match self.order {
            NameOrder::Family(_) if words.len() > N_JOINED_MAX => Some(words),
            NameOrder::Family(_) | NameOrder::Unknown => None,
        };
        let runs = (1..=N_JOINED_MAX).flat_map(move |n| words.windows(n)).chain(whole);
        let is_key = |run: &&[NameWord]| match run {
            [one] => words.len() == 1 || self.is_telling(*one),
            _ => true,
        };
        let of_words = |run: &'_ [NameWord]| run.iter().map(|&word| self.root(word)).collect();
        let of_letters = move |run: &[NameWord]| {
            let letters: String = run.iter().map(|&word| self.folded(word)).collect();
            let mut root = String::new();
            push_root(&letters, &mut root);
            root
        };
        runs.filter(is_key).flat_map(move |run| match run {
            [one] => [Some(Cow::Borrowed(self.root(*one))), None].into_iter().flatten(),
            _ => {
                let (words, letters): (String, String) = (of_words(run), of_letters(run));
                let letters = (letters != words).then_some(Cow::Owned(letters));
                [Some(Cow::Owned(words)), letters].into_iter().flatten()
            }
        })
    }

    /// Family name and first initial as one text, the same for `Tal, Mikhail`, `Tal,M.` and
    /// `Mihail Tal`; additions that distinguish persons of one name are part of it. `None` if the
    /// name is unknown, or that of a program or an account.
    ///
    /// ```
    /// use pgn_query::name::Person;
    ///
    /// assert_eq!(Person::parse("Tal,M.").brief(), Person::parse("Mihail Tal").brief());
    /// assert_eq!(Person::parse("?").brief(), None);
    /// ```
    #[must_use]
    pub fn brief(&self) -> Option<String> {
        if self.is_unknown() || self.has_digits {
            return None;
        }
        let family = self.family_words();
        let (family, given) = match self.order {
            NameOrder::Family(n) => (family, &self.words[n..]),
            // As most people write, the family name comes last.
            NameOrder::Unknown => {
                let n_given = family.len() - 1;
                (&family[n_given..], &family[..n_given])
            }
        };
        let mut brief: String = family.iter().map(|&word| self.root(word)).collect();
        brief.push(' ');
        brief.extend(given.first().and_then(|&word| self.root(word).chars().next()));
        if let Some(suffix) = self.suffix {
            brief.push_str(&format!(" {suffix:?}"));
        }
        Some(brief)
    }

    /// The words that may be the family's.
    fn family_words(&self) -> &[NameWord] {
        match self.order {
            NameOrder::Family(n) => &self.words[..n],
            NameOrder::Unknown => &self.words,
        }
    }

    /// Neither an initial nor a particle.
    pub(super) fn is_telling(&self, word: NameWord) -> bool {
        !word.is_short && !self.is_particle(word)
    }

    /// The readings of the name; one if it has a comma or an initial.
    pub(super) fn readings(&self) -> impl Iterator<Item = NameReading<'_>> {
        let words = &self.words[..];
        let splits = match self.order {
            NameOrder::Family(n) => n..n + 1,
            // All of it may be the family's: `Ruiz Casado`.
            NameOrder::Unknown => 1..words.len().max(1) + 1,
        };
        let is_known = matches!(self.order, NameOrder::Family(_));
        splits.flat_map(move |n| {
            let (front, behind) = words.split_at(n.min(words.len()));
            let family_first = NameReading { family: front, given: behind };
            let given_first = (!is_known && !behind.is_empty())
                .then_some(NameReading { family: behind, given: front });
            [Some(family_first), given_first].into_iter().flatten()
        })
    }

    /// The only reading of the name, if a comma or an initial determines it.
    pub(super) fn only_reading(&self) -> Option<NameReading<'_>> {
        match self.order {
            NameOrder::Family(_) => self.readings().next(),
            NameOrder::Unknown => None,
        }
    }

    pub(super) fn has_initial(&self) -> bool {
        self.words.iter().any(|word| word.is_short)
    }

    /// A word in lower case without accents.
    pub(super) fn folded(&self, word: NameWord) -> &str {
        &self.text[word.start..word.root]
    }

    /// The common form of its spellings in different languages.
    pub(super) fn root(&self, word: NameWord) -> &str {
        &self.text[word.root..word.end]
    }

    pub(super) fn words(&self) -> &[NameWord] {
        &self.words
    }

    pub(super) fn is_particle(&self, word: NameWord) -> bool {
        PARTICLES.contains(&self.folded(word))
    }

    /// The name without what is in parentheses or brackets; a federation there is kept.
    fn take_brackets(&mut self, name: &str) -> String {
        let mut bare = String::with_capacity(name.len());
        let mut rest = name;
        while let Some(open) = rest.find(['(', '[']) {
            bare.push_str(&rest[..open]);
            bare.push(' ');
            let inner = &rest[open + 1..];
            let close = inner.find([')', ']']).unwrap_or(inner.len());
            let letters = inner[..close].trim().as_bytes();
            if letters.iter().all(u8::is_ascii_uppercase)
                && let Ok(letters) = <[u8; 3]>::try_from(letters)
            {
                self.federation = Some(letters);
            }
            rest = inner.get(close + 1..).unwrap_or_default();
        }
        bare.push_str(rest);
        bare
    }

    fn push_words(&mut self, text: &str) {
        let is_within = |c: char| c.is_alphanumeric() || is_apostrophe(c) || is_mark(c);
        let mut rest = text;
        while let Some(start) = rest.find(is_within) {
            let word = &rest[start..];
            let end = word.find(|c| !is_within(c)).unwrap_or(word.len());
            rest = &word[end..];
            if self.words.len() < Person::WORDS_MAX {
                self.push_word(&word[..end], rest.starts_with('.'));
            }
        }
    }

    fn push_word(&mut self, word: &str, has_period: bool) {
        if is_title(word) {
            return;
        }
        let start = self.text.len();
        fold_into(word, Fold::Words, &mut self.text);
        let folded = &self.text[start..];
        if folded.is_empty() {
            return;
        }
        if ADDRESSES.contains(&folded) {
            self.text.truncate(start);
            return;
        }
        if let Some(suffix) = suffix(folded, !self.words.is_empty()) {
            self.suffix = Some(suffix);
            self.text.truncate(start);
            return;
        }
        self.has_digits |= folded.bytes().any(|byte| byte.is_ascii_digit());
        let is_short = has_period || is_initial(folded);
        let root = self.text.len();
        let folded = folded.to_owned();
        push_root(&folded, &mut self.text);
        self.words.push(NameWord { start, root, end: self.text.len(), is_short });
    }

    /// `Doel, Erik van den` is `van den Doel, Erik`.
    fn bring_particles_forward(&mut self, n_family: usize) {
        let given = &self.words[n_family..];
        let n = given.iter().rev().take_while(|&&word| self.is_particle(word)).count();
        if n < given.len() {
            self.words.rotate_right(n);
            self.order = NameOrder::Family(n_family + n);
        }
    }

    /// An initial shows where the given names are.
    fn guess_order(&mut self) {
        let n = self.words.len();
        let n_front = self.words.iter().take_while(|word| word.is_short).count();
        let n_back = self.words.iter().rev().take_while(|word| word.is_short).count();
        if n_front == n {
            self.order = if n == 1 { NameOrder::Family(1) } else { NameOrder::Unknown };
        } else if n_back > 0 {
            self.order = NameOrder::Family(n - n_back);
        } else if n_front > 0 {
            self.words.rotate_left(n_front);
            self.order = NameOrder::Family(n - n_front);
        } else if n == 1 {
            self.order = NameOrder::Family(1);
        }
    }
}

/// Accents that are characters of their own.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// A title of chess, in capitals: Im and Cm may be names.
fn is_title(word: &str) -> bool {
    Title::ALL.iter().any(|title| title.name() == word) || matches!(word, "WNM" | "LM" | "ICCF")
}

/// One letter, or two that make no syllable: `m`, `zs`, and those for one letter of Russian.
fn is_initial(folded: &str) -> bool {
    let mut letters = folded.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some(one), None, _) => one.is_alphabetic(),
        (Some(a), Some(b), None) => {
            let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
            let is_russian = matches!(folded, "yu" | "ya" | "ye" | "ju" | "ja" | "je");
            folded.is_ascii() && (is_russian || a != b && !is_vowel(a) && !is_vowel(b))
        }
        _ => false,
    }
}

fn suffix(folded: &str, is_after: bool) -> Option<Suffix> {
    if !is_after {
        return None;
    }
    Some(match folded {
        "jr" | "jun" | "junior" | "ii" => Suffix::Junior,
        "sr" | "sen" | "senior" => Suffix::Senior,
        "iii" => Suffix::Third,
        "iv" => Suffix::Fourth,
        _ => return None,
    })
}
