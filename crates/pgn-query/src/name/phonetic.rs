//! Soundex and Metaphone codes of words in lower-case ASCII letters.

/// A letter and three digits, as the census of the United States writes surnames: vowels part equal
/// consonants, h and w do not.
pub(super) fn soundex(letters: &str) -> String {
    let mut code = String::new();
    let mut last = b'0';
    for letter in letters.bytes() {
        let digit = match letter {
            b'b' | b'f' | b'p' | b'v' => b'1',
            b'c' | b'g' | b'j' | b'k' | b'q' | b's' | b'x' | b'z' => b'2',
            b'd' | b't' => b'3',
            b'l' => b'4',
            b'm' | b'n' => b'5',
            b'r' => b'6',
            _ => b'0',
        };
        if code.is_empty() {
            code.push(letter.to_ascii_uppercase().into());
        } else if matches!(letter, b'h' | b'w') {
            continue;
        } else if digit != b'0' && digit != last && code.len() < 4 {
            code.push(digit.into());
        }
        last = digit;
    }
    format!("{code:0<4}")
}

/// Consonants as they are pronounced, at most `len_max`: `0` is th, `X` is sh.
pub(super) fn metaphone(letters: &str, len_max: usize) -> String {
    let word = SpokenWord(match letters.as_bytes() {
        [b'k' | b'g' | b'p', b'n', ..] | [b'a', b'e', ..] | [b'w', b'r', ..] => {
            letters.as_bytes()[1..].to_vec()
        }
        [b'w', b'h', rest @ ..] => [b"w", rest].concat(),
        [b'x', rest @ ..] => [b"s", rest].concat(),
        all => all.to_vec(),
    });
    // A word of one letter is that letter.
    if let [letter] = letters.as_bytes() {
        return char::from(letter.to_ascii_uppercase()).into();
    }
    let mut code = String::new();
    let mut at = 0;
    while at < word.0.len() && code.len() < len_max {
        let (sound, n_letters) = word.sound(at);
        code.push_str(sound);
        at += n_letters;
    }
    code.truncate(len_max);
    code
}

/// The letters of a word, with its beginning as it is pronounced.
struct SpokenWord(Vec<u8>);

impl SpokenWord {
    /// A letter, or 0 beyond the word.
    fn at(&self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }

    fn has(&self, at: usize, letters: &str) -> bool {
        self.0[at..].starts_with(letters.as_bytes())
    }

    /// The sound at a letter, and the number of letters that it takes.
    fn sound(&self, at: usize) -> (&'static str, usize) {
        let letter = self.at(at);
        let before = at.checked_sub(1).map_or(0, |before| self.at(before));
        let next = self.at(at + 1);
        let is_last = at + 1 == self.0.len();
        if letter == before && letter != b'c' {
            return ("", 1);
        }
        let sound = match letter {
            b'a' if at == 0 => "A",
            b'e' if at == 0 => "E",
            b'i' if at == 0 => "I",
            b'o' if at == 0 => "O",
            b'u' if at == 0 => "U",
            b'b' if before == b'm' && is_last => "",
            b'b' => "B",
            b'c' => self.sound_of_c(at, before, next),
            b'd' if next == b'g' && is_front(self.at(at + 2)) => return ("J", 3),
            b'd' => "T",
            b'g' => self.sound_of_g(at, before, next),
            b'h' if matches!(before, b'c' | b's' | b'p' | b't' | b'g') || !is_vowel(next) => "",
            b'h' => "H",
            b'f' | b'v' => "F",
            b'j' => "J",
            b'k' if before == b'c' => "",
            b'k' | b'q' => "K",
            b'l' => "L",
            b'm' => "M",
            b'n' => "N",
            b'p' if next == b'h' => "F",
            b'p' => "P",
            b'r' => "R",
            b's' if next == b'h' || self.has(at, "sio") || self.has(at, "sia") => "X",
            b's' | b'z' => "S",
            b't' if self.has(at, "tia") || self.has(at, "tio") => "X",
            b't' if self.has(at, "tch") => "",
            b't' if next == b'h' => "0",
            b't' => "T",
            b'w' if is_vowel(next) => "W",
            b'x' => "KS",
            b'y' if is_vowel(next) => "Y",
            _ => "",
        };
        (sound, 1)
    }

    fn sound_of_c(&self, at: usize, before: u8, next: u8) -> &'static str {
        match next {
            b'e' | b'i' | b'y' if before == b's' => "",
            b'i' if self.at(at + 2) == b'a' => "X",
            b'e' | b'i' | b'y' => "S",
            b'h' if before == b's' => "K",
            b'h' if at == 0 && self.0.len() > 3 && is_vowel(self.at(2)) => "K",
            b'h' => "X",
            _ => "K",
        }
    }

    fn sound_of_g(&self, at: usize, before: u8, next: u8) -> &'static str {
        match next {
            b'h' if !is_vowel(self.at(at + 2)) => "",
            b'n' if at > 0 => "",
            b'e' | b'i' | b'y' if before != b'g' => "J",
            _ => "K",
        }
    }
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

/// Vowels before which c and g are soft.
fn is_front(letter: u8) -> bool {
    matches!(letter, b'e' | b'i' | b'y')
}

#[cfg(test)]
mod tests {
    use super::{metaphone, soundex};

    #[test]
    fn words_have_the_codes_of_other_programs() {
        #[rustfmt::skip]
        let words = [
            ("tal", "T400", "TL"),
            ("smith", "S530", "SM0"),
            ("smyth", "S530", "SM0"),
            ("schmidt", "S530", "SKMTT"),
            ("schwarz", "S620", "SKWRS"),
            ("tchaikovsky", "T221", "XKFSK"),
            ("tchigorin", "T226", "XKRN"),
            ("chigorin", "C265", "KKRN"),
            ("chekhov", "C210", "KKHF"),
            ("christ", "C623", "XRST"),
            ("xie", "X000", "S"),
            ("xu", "X000", "S"),
            ("ashcraft", "A261", "AXKRFT"),
            ("tymczak", "T522", "TMKSK"),
            ("pfister", "P236", "PFSTR"),
            ("honeyman", "H555", "HNMN"),
            ("robert", "R163", "RBRT"),
            ("rupert", "R163", "RPRT"),
            ("knight", "K523", "NT"),
            ("gnedin", "G535", "NTN"),
            ("pneuman", "P555", "NMN"),
            ("aeschbach", "A212", "ESKBX"),
            ("wright", "W623", "RT"),
            ("whyte", "W300", "T"),
            ("wade", "W300", "WT"),
            ("bridge", "B632", "BRJ"),
            ("edgar", "E326", "ETKR"),
            ("hodge", "H320", "HJ"),
            ("george", "G620", "JRJ"),
            ("gurgenidze", "G625", "KRJNTS"),
            ("wagner", "W256", "WNR"),
            ("signed", "S253", "SNT"),
            ("laugh", "L200", "L"),
            ("ghent", "G530", "KNT"),
            ("hugh", "H200", "H"),
            ("vaughan", "V250", "FKN"),
            ("mccall", "M240", "MKKL"),
            ("scacchi", "S200", "SKKX"),
            ("scilla", "S400", "SL"),
            ("patricia", "P362", "PTRX"),
            ("martian", "M635", "MRXN"),
            ("nation", "N350", "NXN"),
            ("mission", "M250", "MSN"),
            ("asia", "A200", "AX"),
            ("lamb", "L510", "LM"),
            ("lambert", "L516", "LMBRT"),
            ("phillip", "P410", "FLP"),
            ("thomas", "T520", "0MS"),
            ("matthews", "M320", "MTS"),
            ("quinn", "Q500", "KN"),
            ("vidmar", "V356", "FTMR"),
            ("xavier", "X160", "SFR"),
            ("axel", "A240", "AKSL"),
            ("yates", "Y320", "YTS"),
            ("byrne", "B650", "BRN"),
            ("zukertort", "Z263", "SKRTRT"),
            ("zz", "Z000", "S"),
            ("jackson", "J250", "JKSN"),
            ("rocco", "R200", "RKK"),
            ("aagaard", "A263", "AKRT"),
            ("o", "O000", "O"),
            ("kasparov", "K216", "KSPRF"),
        ];
        for (word, sound, consonants) in words {
            assert_eq!((&*soundex(word), &*metaphone(word, 8)), (sound, consonants), "{word}");
        }
    }
}
