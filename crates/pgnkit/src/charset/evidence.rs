//! Detects the legacy encoding of a file by the words in it.
//!
//! Cyrillic, Greek and Hebrew words have no ASCII letters in them, and if they have a capital
//! letter, it is the first. Central European names have letters for which Windows-1252 has symbols,
//! or which Western languages do not combine with the letters next to them. Decisions: D-70.

use super::{Encoding, detect};

/// Collects evidence for the encoding of a text. Feed it the text of a file, or samples of whole
/// lines.
#[doc(hidden)]
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    scripts: [ScriptScore; SCRIPTS.len()],
    latin: LatinScore,
}

/// The evidence for an encoding of another alphabet.
#[derive(Debug, Clone, Copy, Default)]
struct ScriptScore {
    /// Letters in words that have the form of words in this encoding, and how usual they are.
    n_good: u32,
    weight: u32,
    /// Letters in other words.
    n_bad: u32,
    /// The weight of letters in words of capitals, which are rare.
    shouted_weight: u32,
    /// A word begins with a capital, and has small letters.
    has_capital: bool,
}

/// The encodings of other alphabets, those first that win a draw.
const SCRIPTS: [(Encoding, &str); 9] = [
    (Encoding::Windows1251, CYRILLIC),
    (Encoding::Koi8R, CYRILLIC),
    (Encoding::Koi8U, CYRILLIC),
    (Encoding::Ibm866, CYRILLIC),
    (Encoding::Iso8859_5, CYRILLIC),
    (Encoding::MacCyrillic, CYRILLIC),
    (Encoding::Windows1253, GREEK),
    (Encoding::Iso8859_7, GREEK),
    (Encoding::Windows1255, HEBREW),
];

/// Letters, the usual ones first; three have the same weight.
const CYRILLIC: &str = "оеаинтсрвлкмдпуяыьгзбчйхжшюіцщэфёїєјљњћђџўґќѓѕъ";
const GREEK: &str = "αοιετσνηυρπκμλςάέίόήύώωδγχθφβξζψϊϋΐΰ";
const HEBREW: &str = "יוהלאמתנרבשדעחקפכטסגזםץןףךצ";

/// The weight of the most usual letters.
const WEIGHT_MAX: u32 = 10;
/// Four times the mean weight of the letters of a text that is in the language. Where no word
/// begins with a capital, it may be in an alphabet that is not known here.
const WEIGHT_MIN: u32 = 24;
const UNIFORM_WEIGHT_MIN: u32 = 26;
/// How many letters must be seen before an encoding is recognized.
const LETTERS_MIN: u32 = 6;

impl Evidence {
    /// Examines some lines of the file.
    #[doc(hidden)]
    pub fn push(&mut self, text: &[u8]) {
        for line in text.split(|&byte| byte == b'\n') {
            let is_text = |byte: &u8| *byte >= b' ' || matches!(byte, b'\t' | b'\r');
            if !line.is_ascii() && line.iter().all(is_text) && detect(line) != Encoding::Utf8 {
                self.push_line(line);
            }
        }
    }

    fn push_line(&mut self, line: &[u8]) {
        for word in line.split(|&byte| byte.is_ascii() && !byte.is_ascii_alphabetic()) {
            match word.iter().filter(|byte| byte.is_ascii()).count() {
                _ if word.is_ascii() => {}
                0 => self.push_script_word(word),
                _ => self.latin.push(word),
            }
        }
    }

    fn push_script_word(&mut self, word: &[u8]) {
        for (score, (encoding, letters)) in self.scripts.iter_mut().zip(SCRIPTS) {
            score.push(word, encoding, letters);
        }
    }

    /// The encoding of the bytes that are not UTF-8; `None` if there is no evidence against Latin-1
    /// and Windows-1252.
    #[doc(hidden)]
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        let scores = self.scripts.iter().zip(SCRIPTS).filter(|(score, _)| score.is_sound());
        // The first of equals is taken.
        let best = scores.rev().max_by_key(|(score, _)| score.total());
        best.map(|(_, (encoding, _))| encoding).or_else(|| self.latin.encoding())
    }
}

impl ScriptScore {
    fn push(&mut self, word: &[u8], encoding: Encoding, letters: &str) {
        // Quotation marks and dashes may touch a word.
        let is_letter = |byte: &u8| encoding.character(*byte).is_alphabetic();
        let Some(first) = word.iter().position(is_letter) else { return };
        let last = word.iter().rposition(is_letter).unwrap_or(first);
        let word = &word[first..=last];
        let (mut n_upper, mut n_lower, mut weight) = (0, 0, 0);
        let mut is_word = true;
        for (idx, &byte) in word.iter().enumerate() {
            let character = encoding.character(byte);
            let lower = character.to_lowercase().next().unwrap_or(character);
            let Some(rank) = letters.chars().position(|letter| letter == lower) else {
                is_word = false;
                break;
            };
            weight += WEIGHT_MAX.saturating_sub(rank as u32 / 3);
            match lower == character {
                true => n_lower += 1,
                false => {
                    is_word &= n_lower == 0 && (n_upper == 0 || n_upper == idx);
                    n_upper += 1;
                }
            }
        }
        is_word &= n_upper <= 1 || n_lower == 0;
        match is_word {
            // One or two letters prove little.
            true if word.len() < 3 => {}
            true => {
                self.n_good += word.len() as u32;
                self.weight += weight;
                self.shouted_weight += if n_lower == 0 { weight } else { 0 };
                self.has_capital |= n_upper > 0 && n_lower > 0;
            }
            false => self.n_bad += word.len() as u32,
        }
    }

    fn is_sound(&self) -> bool {
        self.n_good >= LETTERS_MIN
            && self.n_good >= 4 * self.n_bad
            && 4 * self.weight
                >= self.n_good * if self.has_capital { WEIGHT_MIN } else { UNIFORM_WEIGHT_MIN }
    }

    fn total(&self) -> i64 {
        i64::from(self.weight) - i64::from(self.shouted_weight / 4 + WEIGHT_MAX * self.n_bad)
    }
}

/// The evidence for and against Central European letters.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LatinScore {
    central: u32,
    /// One sign at least is more than weak.
    is_sure: bool,
    western: u32,
    /// Letters that only one of the two encodings has.
    n_windows: u32,
    n_iso: u32,
    n_polish: u32,
    n_czech: u32,
    /// Letters that both have, and no language has both.
    n_ambiguous: u32,
    /// õ and û in the places of the Hungarian ő and ű, and the other accents of Hungarian.
    n_double_acute: u32,
    n_acute: u32,
    n_not_hungarian: u32,
}

/// The minimum evidence for Central European.
const CENTRAL_MIN: u32 = 4;

impl LatinScore {
    /// Looks at a word of ASCII letters and others.
    fn push(&mut self, word: &[u8]) {
        let at = |idx: usize| word.get(idx).copied().unwrap_or(0);
        for (idx, &byte) in word.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
            let before = if idx == 0 { 0 } else { at(idx - 1) };
            self.push_letter(byte, before, at(idx + 1), word.len() - idx - 1);
        }
    }

    /// A letter, those before and after it in its word, and how many follow.
    fn push_letter(&mut self, byte: u8, before: u8, after: u8, n_after: usize) {
        let is_lower = |byte: u8| byte.is_ascii_lowercase() || byte >= 0xDF;
        let is_vowel = |byte: u8| b"aeiouyAEIOUY".contains(&byte);
        let is_consonant = |byte: u8| byte.is_ascii_alphabetic() && !is_vowel(byte);
        let is_between = is_lower(before) && is_lower(after);
        let is_last = is_lower(before) && n_after == 0;
        let begins = before == 0 && after.is_ascii_lowercase() && n_after >= 2;
        match byte {
            0x8A | 0x8E | 0x9A | 0x9E => self.n_windows += 1,
            0xA1 | 0xB1 | 0xA6 | 0xB6 | 0xAC => self.n_iso += 1,
            0x8C | 0x8F | 0x9C | 0x9F => self.n_windows += 1,
            0xA9 | 0xAE if begins => self.n_iso += 1,
            0xB3 | 0xA3 | 0xF1 | 0xEA | 0xBF => self.n_polish += 1,
            0xEC | 0xF8 | 0xE8 | 0xF9 => self.n_czech += 1,
            0xB9 | 0xBE => self.n_ambiguous += 1,
            _ => {}
        }
        let sign = match byte {
            // Signs between letters: ł ą ż ź ś š ž.
            0xB1 | 0xB3 | 0xB6 | 0xB9 | 0xBC | 0xBE | 0xBF if is_between => 4,
            0xB1 | 0xB3 | 0xB6 | 0xB9 | 0xBF if is_last && before.is_ascii() => 1,
            0x9F if before.is_ascii_lowercase() => 4,
            // Signs before letters: Ł Ż Ş ş Ś Š.
            0xA3 | 0xAF if begins => 4,
            0xA6 | 0xA9 | 0xBC if begins => 2,
            0xAA | 0xBA if before == 0 && after.is_ascii_lowercase() => 2,
            // The ă of Romanian; after the ã of Portuguese comes a vowel.
            0xE3 if b"bcdglnprt".contains(&after) => 2,
            0x8C if begins && b"cklmptwz".contains(&after) => 4,
            // ś: the œ of French follows a consonant.
            0x9C if is_vowel(before) && is_consonant(after) => 4,
            0x9C if is_vowel(before) && n_after == 0 => 2,
            // ć at the end of names, č before vowels, ř between vowels, ě and ů between consonants.
            0xE6 if before == b'i' && n_after == 0 => 4,
            0xE8 if is_vowel(after) || after == 0xED || b"\xE1\xED\xFA\xFD".contains(&before) => 2,
            0xF8 if is_vowel(before)
                && (is_vowel(after) || b"\xE1\xE9\xED\xFD".contains(&after)) =>
            {
                4
            }
            0xF8 if b"\xE1\xED\xFD".contains(&after) => 2,
            0xEC | 0xF9 if is_consonant(before) && is_consonant(after) => 1,
            // ń before consonants.
            0xF1 if b"sk".contains(&after) => 2,
            _ => 0,
        };
        self.central += sign;
        self.is_sure |= sign > 1;
        self.western += match byte {
            0xE5 => 2,
            0xF1 if is_vowel(after) => 2,
            0xF8 if is_consonant(after) => 2,
            0xE6 if is_consonant(before) && is_consonant(after) => 2,
            0xE0 if n_after == 0 => 2,
            0xE8 if is_consonant(after) && n_after >= 2 => 1,
            0xF5 if after == b'e' => 2,
            0xFE if before == 0 => 2,
            _ => 0,
        };
        match byte {
            0xF5 if after != b'e' => self.n_double_acute += 1,
            0xFB => self.n_double_acute += 1,
            0xE1 | 0xED | 0xF3 | 0xFA => self.n_acute += 1,
            0xE3 | 0xE4 | 0xE7 | 0xF1 | 0xE5 | 0xF8 | 0xEA | 0xE0 | 0xE8 => {
                self.n_not_hungarian += 1;
            }
            _ => {}
        }
    }

    fn encoding(&self) -> Option<Encoding> {
        let is_hungarian =
            self.n_double_acute >= 2 && self.n_acute >= 2 && self.n_not_hungarian == 0;
        let central = self.central + if is_hungarian { CENTRAL_MIN } else { 0 };
        let is_sure = self.is_sure || is_hungarian;
        if !is_sure || central < CENTRAL_MIN || central < 3 * self.western {
            return None;
        }
        let is_iso = match self.n_iso.cmp(&self.n_windows) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            // Czech has letters at these codes, which are š and ž in one encoding, ą and ľ in the
            // other.
            std::cmp::Ordering::Equal => self.n_czech > self.n_polish && self.n_ambiguous > 0,
        };
        Some(if is_iso { Encoding::Iso8859_2 } else { Encoding::Windows1250 })
    }

    fn is_western(&self) -> bool {
        self.western > 0 && self.central == 0
    }
}

/// Whether a field of a file in this encoding is Western all the same.
///
/// A letter of another alphabet is not in one word with ASCII letters.
pub(super) fn is_western(field: &[u8], encoding: Encoding) -> bool {
    let is_script = SCRIPTS.iter().any(|(script, _)| *script == encoding);
    let (mut n_alone, mut n_among_ascii) = (0, 0);
    let mut latin = LatinScore::default();
    for word in field.split(|&byte| byte.is_ascii() && !byte.is_ascii_alphabetic()) {
        let n_high = word.iter().filter(|byte| !byte.is_ascii()).count();
        match n_high == word.len() {
            true => n_alone += n_high,
            false => {
                n_among_ascii += n_high;
                latin.push(word);
            }
        }
    }
    if is_script { n_among_ascii > n_alone } else { latin.is_western() }
}
