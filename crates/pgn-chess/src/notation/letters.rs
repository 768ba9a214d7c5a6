//! The piece letters of other languages.
//!
//! Standard: §17. Decisions: D-62.

use core::fmt;

use crate::piece::Role;
use crate::text::ShortText;

/// A SAN text in other letters.
pub type LetterText = ShortText<31>;

/// One letter or sign for each role, each of up to seven bytes of UTF-8.
///
/// ```
/// use pgn_chess::{Role, notation::letters::Letters};
/// let german = Letters::new(["B", "S", "L", "T", "D", "K"]).expect("six letters");
/// assert_eq!(german.from_english("Nf3"), "Sf3");
/// assert_eq!((german.letter(Role::Queen), german.iter().count()), ("D", 6));
/// assert!(german.languages().any(|language| language.name == "German"));
/// assert_eq!(Letters::FIGURINES.letter(Role::King), "♔");
/// assert_eq!(Letters::ENGLISH.letter(Role::Knight), "N");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Letters([ShortText<7>; 6]);

/// A language and its piece letters.
///
/// ```
/// use pgn_chess::notation::letters::Language;
/// let german = Language::find("deutsch").expect("a language");
/// assert_eq!(german.names(), ["German", "Deutsch", "de"]);
/// assert_eq!(Language::all().count(), 26);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Language {
    /// The English name of the language.
    pub name: &'static str,
    /// The name of the language in that language.
    pub own_name: &'static str,
    /// The ISO 639-1 code.
    pub code: &'static str,
    /// Pawn, knight, bishop, rook, queen, king.
    pub letters: Letters,
}

const fn ascii(six: &[u8; 6]) -> Letters {
    let mut letters = [ShortText::new(); 6];
    let mut n = 0;
    while n < 6 {
        letters[n] = ShortText::of_ascii(six[n]);
        n += 1;
    }
    Letters(letters)
}

const fn language(
    name: &'static str,
    own_name: &'static str,
    code: &'static str,
    six: &[u8; 6],
) -> Language {
    Language { name, own_name, code, letters: ascii(six) }
}

/// The seventeen languages of §17, in the order of the standard.
pub const LANGUAGES: [Language; 17] = [
    language("Czech", "čeština", "cs", b"PJSVDK"),
    language("Danish", "dansk", "da", b"BSLTDK"),
    language("Dutch", "Nederlands", "nl", b"OPLTDK"),
    language("English", "English", "en", b"PNBRQK"),
    language("Estonian", "eesti", "et", b"PROVLK"),
    language("Finnish", "suomi", "fi", b"PRLTDK"),
    language("French", "français", "fr", b"PCFTDR"),
    language("German", "Deutsch", "de", b"BSLTDK"),
    language("Hungarian", "magyar", "hu", b"GHFBVK"),
    language("Icelandic", "íslenska", "is", b"PRBHDK"),
    language("Italian", "italiano", "it", b"PCATDR"),
    language("Norwegian", "norsk", "no", b"BSLTDK"),
    language("Polish", "polski", "pl", b"PSGWHK"),
    language("Portuguese", "português", "pt", b"PCBTDR"),
    language("Romanian", "română", "ro", b"PCNTDR"),
    language("Spanish", "español", "es", b"PCATDR"),
    language("Swedish", "svenska", "sv", b"BSLTDK"),
];

const fn other_alphabet(
    name: &'static str,
    own_name: &'static str,
    code: &'static str,
    six: [&str; 6],
) -> Language {
    let mut letters = [ShortText::new(); 6];
    let mut n = 0;
    while n < 6 {
        letters[n] = ShortText::of_str(six[n]);
        n += 1;
    }
    Language { name, own_name, code, letters: Letters(letters) }
}

/// Languages with alphabets that §17 does not have (D-80).
#[doc(hidden)]
#[rustfmt::skip]
pub const OTHER_ALPHABETS: [Language; 9] = [
    other_alphabet("Arabic", "العربية", "ar", ["ب", "ح", "ف", "ر", "و", "م"]),
    other_alphabet("Bulgarian", "български", "bg", ["П", "К", "О", "Т", "Д", "Ц"]),
    other_alphabet("Georgian", "ქართული", "ka", ["პ", "მ", "კ", "ე", "ლ", "მფ"]),
    other_alphabet("Greek", "ελληνικά", "el", ["Σ", "Ι", "Α", "Π", "Β", "Ρ"]),
    other_alphabet("Hebrew", "עברית", "he", ["רג", "פ", "ר", "צ", "מה", "מ"]),
    other_alphabet("Hindi", "हिन्दी", "hi", ["प", "घो", "ऊँ", "हा", "व", "रा"]),
    other_alphabet("Russian", "русский", "ru", ["п", "К", "С", "Л", "Ф", "Кр"]),
    other_alphabet("Serbian", "српски", "sr", ["П", "С", "Л", "Т", "Д", "К"]),
    other_alphabet("Ukrainian", "українська", "uk", ["п", "К", "С", "Т", "Ф", "Кр"]),
];

impl Language {
    /// The languages of §17 and those of other alphabets.
    pub fn all() -> impl Iterator<Item = &'static Language> {
        LANGUAGES.iter().chain(&OTHER_ALPHABETS)
    }

    /// The language with this English name, own name, or code; case does not matter.
    pub fn find(name: &str) -> Option<&'static Language> {
        let is_it = |known: &str| lower(known).eq(lower(name));
        Language::all().find(|language| language.names().into_iter().any(is_it))
    }

    /// All its names: the English name, its own name, the code.
    pub const fn names(&self) -> [&'static str; 3] {
        [self.name, self.own_name, self.code]
    }
}

fn lower(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

impl Letters {
    /// The letters of §8.2.3.2.
    pub const ENGLISH: Letters = ascii(b"PNBRQK");

    /// The outlined figurines, U+2659 to U+2654.
    pub const FIGURINES: Letters = Letters([
        ShortText::of_utf8_3(*b"\xe2\x99\x99"),
        ShortText::of_utf8_3(*b"\xe2\x99\x98"),
        ShortText::of_utf8_3(*b"\xe2\x99\x97"),
        ShortText::of_utf8_3(*b"\xe2\x99\x96"),
        ShortText::of_utf8_3(*b"\xe2\x99\x95"),
        ShortText::of_utf8_3(*b"\xe2\x99\x94"),
    ]);

    /// Letters in the order pawn, knight, bishop, rook, queen, king.
    ///
    /// `None` if one is empty, longer than seven bytes, contains white space, digits or one of the
    /// file letters a to h in lower case, or if two are equal.
    pub fn new(six: [&str; 6]) -> Option<Letters> {
        let mut letters = [ShortText::new(); 6];
        for (n, text) in six.iter().enumerate() {
            let clashes = |c: char| {
                c.is_whitespace() || c.is_ascii_digit() || matches!(c, 'a'..='h' | 'x' | '-' | '=')
            };
            let is_good = (1..=7).contains(&text.len())
                && !text.starts_with(clashes)
                && !text.contains(char::is_whitespace)
                && !six[..n].contains(text);
            if !is_good {
                return None;
            }
            letters[n].push_str(text);
        }
        Some(Letters(letters))
    }

    /// The six letters: pawn, knight, bishop, rook, queen, king.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(ShortText::as_str)
    }

    /// The languages that have exactly these letters.
    pub fn languages(&self) -> impl Iterator<Item = &'static Language> {
        Language::all().filter(move |language| language.letters == *self)
    }

    /// The letter of a role.
    pub fn letter(&self, role: Role) -> &str {
        &self.0[role.index()]
    }

    /// Canonical SAN with its letters replaced; texts longer than any SAN are truncated.
    pub fn from_english(&self, san: &str) -> LetterText {
        let mut text = LetterText::new();
        for c in san.chars() {
            match u8::try_from(c).ok().and_then(Role::from_letter) {
                Some(role) => text.push_str(self.letter(role)),
                None => text.push_str(c.encode_utf8(&mut [0; 4])),
            }
        }
        text
    }

    /// The text with these letters replaced by English ones at the places of a piece letter: at the
    /// start, and at a promotion.
    ///
    /// `None` if the text starts with a piece letter that is not one of these, or is not UTF-8.
    /// Lower-case forms of ASCII letters become lower-case English ones, unless they are files; a
    /// bishop is always a capital.
    pub(crate) fn to_english(self, text: &[u8]) -> Option<LetterText> {
        let text = str::from_utf8(text).ok()?;
        let move_start = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let number = &text[..text.len() - move_start.len()];
        // Digits that are not followed by a letter are not a move number: `0-0`, `0000`.
        let (number, move_start) = if move_start.starts_with(char::is_alphabetic) {
            (number, move_start)
        } else {
            ("", text)
        };
        let mut english = LetterText::new();
        english.push_str(number);
        let mut rest = move_start;
        // Dutch has `O` for the pawn, but `O-O` is castling there too.
        let mut first_two = rest.chars();
        let is_castling = matches!(first_two.next(), Some('O' | 'o'))
            && first_two.next().is_some_and(|c| !c.is_alphanumeric());
        match self.at_start(rest).filter(|_| !is_castling) {
            Some((letter, len)) => {
                english.push(letter);
                rest = &rest[len..];
            }
            None if rest.starts_with(['N', 'B', 'R', 'Q', 'K']) => return None,
            None => {}
        }
        let mut after_square = false;
        while let Some(c) = rest.chars().next() {
            if after_square && let Some((letter, len)) = self.at_start(rest) {
                english.push(letter);
                rest = &rest[len..];
                after_square = false;
                continue;
            }
            after_square = c.is_ascii_digit() || (after_square && matches!(c, '=' | '(' | '/'));
            english.push_str(c.encode_utf8(&mut [0; 4]));
            rest = &rest[c.len_utf8()..];
        }
        Some(english)
    }

    /// The English letter for what the text starts with, and the length of that.
    fn at_start(&self, text: &str) -> Option<(u8, usize)> {
        let exact = Role::ALL
            .into_iter()
            .filter(|role| text.starts_with(self.letter(*role)))
            .max_by_key(|role| self.letter(*role).len());
        if let Some(role) = exact {
            return Some((role.letter(), self.letter(role).len()));
        }
        let first = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let role = Role::ALL.into_iter().find(|role| {
            let letter = self.letter(*role).as_bytes();
            letter.len() == 1 && letter[0].to_ascii_lowercase() == first
        })?;
        let is_file = matches!(first, b'a'..=b'h');
        // In English a small `b` is a file.
        let english = match role {
            Role::Bishop => role.letter(),
            Role::Pawn | Role::Knight | Role::Rook | Role::Queen | Role::King => {
                role.letter().to_ascii_lowercase()
            }
        };
        (!is_file).then_some((english, 1))
    }
}

impl fmt::Debug for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0).finish()
    }
}
