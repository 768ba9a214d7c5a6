//! The meanings of NAGs in the language of a session (§10).

use super::{Phrase, Speech};
use pgnkit::nag::Nag;

impl Speech {
    /// The meaning of a NAG: in English that of the standard, if it has one, otherwise its number.
    #[must_use]
    pub fn nag_words(&self, nag: Nag) -> String {
        let meaning = || nag.meaning().or_else(|| nag.later_meaning().map(|it| it.meaning));
        match (meaning().filter(|_| self.wording.is_english()), phrase(nag)) {
            (Some(meaning), _) => meaning.to_owned(),
            (None, Some(phrase)) => self.wording.say(phrase, &[]),
            (None, None) => self.wording.say(Phrase::NagNumber, &[&nag.0]),
        }
    }
}

/// The NAGs that other languages have words for.
const fn phrase(nag: Nag) -> Option<Phrase> {
    Some(match nag.0 {
        1 => Phrase::Nag1,
        2 => Phrase::Nag2,
        3 => Phrase::Nag3,
        4 => Phrase::Nag4,
        5 => Phrase::Nag5,
        6 => Phrase::Nag6,
        7 => Phrase::Nag7,
        8 => Phrase::Nag8,
        9 => Phrase::Nag9,
        10 => Phrase::Nag10,
        13 => Phrase::Nag13,
        14 => Phrase::Nag14,
        15 => Phrase::Nag15,
        16 => Phrase::Nag16,
        17 => Phrase::Nag17,
        18 => Phrase::Nag18,
        19 => Phrase::Nag19,
        22 => Phrase::Nag22,
        23 => Phrase::Nag23,
        36 => Phrase::Nag36,
        37 => Phrase::Nag37,
        40 => Phrase::Nag40,
        41 => Phrase::Nag41,
        44 => Phrase::Nag44,
        45 => Phrase::Nag45,
        146 => Phrase::Nag146,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speech::Wording;

    #[test]
    fn the_phrases_of_english_are_the_meanings() {
        for nag in (0..=255).map(Nag) {
            if let Some(phrase) = phrase(nag) {
                let meaning = nag.meaning().or_else(|| nag.later_meaning().map(|it| it.meaning));
                assert_eq!(Some(Wording::english().say(phrase, &[]).as_str()), meaning);
            }
        }
    }
}
