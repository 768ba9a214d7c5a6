//! The names of the pieces in the languages of §17 (§17, D-62).

use pgnkit::chess::Role;
use pgnkit::chess::notation::letters::Language;

/// The names of the six pieces in one language.
///
/// ```
/// use pgn_formats::speech::PieceNames;
/// use pgnkit::chess::Role;
///
/// assert_eq!(PieceNames::ENGLISH.name(Role::Knight), "knight");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceNames {
    /// The English name of the language.
    pub language: &'static str,
    /// Pawn, knight, bishop, rook, queen, king.
    names: [&'static str; 6],
}

const fn row(language: &'static str, names: [&'static str; 6]) -> PieceNames {
    PieceNames { language, names }
}

/// The seventeen languages, in the order of the standard, and those of other alphabets.
///
/// ```
/// use pgn_formats::speech::PIECE_NAMES;
///
/// assert!(!PIECE_NAMES.is_empty());
/// ```
#[rustfmt::skip]
pub const PIECE_NAMES: [PieceNames; 26] = [
    row("Czech", ["pěšec", "jezdec", "střelec", "věž", "dáma", "král"]),
    row("Danish", ["bonde", "springer", "løber", "tårn", "dronning", "konge"]),
    row("Dutch", ["pion", "paard", "loper", "toren", "dame", "koning"]),
    row("English", ["pawn", "knight", "bishop", "rook", "queen", "king"]),
    row("Estonian", ["ettur", "ratsu", "oda", "vanker", "lipp", "kuningas"]),
    row("Finnish", ["sotilas", "ratsu", "lähetti", "torni", "daami", "kuningas"]),
    row("French", ["pion", "cavalier", "fou", "tour", "dame", "roi"]),
    row("German", ["Bauer", "Springer", "Läufer", "Turm", "Dame", "König"]),
    row("Hungarian", ["gyalog", "huszár", "futó", "bástya", "vezér", "király"]),
    row("Icelandic", ["peð", "riddari", "biskup", "hrókur", "drottning", "kóngur"]),
    row("Italian", ["pedone", "cavallo", "alfiere", "torre", "donna", "re"]),
    row("Norwegian", ["bonde", "springer", "løper", "tårn", "dronning", "konge"]),
    row("Polish", ["pion", "skoczek", "goniec", "wieża", "hetman", "król"]),
    row("Portuguese", ["peão", "cavalo", "bispo", "torre", "dama", "rei"]),
    row("Romanian", ["pion", "cal", "nebun", "turn", "damă", "rege"]),
    row("Spanish", ["peón", "caballo", "alfil", "torre", "dama", "rey"]),
    row("Swedish", ["bonde", "springare", "löpare", "torn", "dam", "kung"]),
    row("Arabic", ["بيدق", "حصان", "فيل", "رخ", "وزير", "ملك"]),
    row("Bulgarian", ["пешка", "кон", "офицер", "топ", "дама", "цар"]),
    row("Georgian", ["პაიკი", "მხედარი", "კუ", "ეტლი", "ლაზიერი", "მეფე"]),
    row("Greek", ["στρατιώτης", "ίππος", "αξιωματικός", "πύργος", "βασίλισσα", "βασιλιάς"]),
    row("Hebrew", ["רגלי", "פרש", "רץ", "צריח", "מלכה", "מלך"]),
    row("Hindi", ["प्यादा", "घोड़ा", "ऊँट", "हाथी", "वज़ीर", "राजा"]),
    row("Russian", ["пешка", "конь", "слон", "ладья", "ферзь", "король"]),
    row("Serbian", ["пешак", "скакач", "ловац", "топ", "дама", "краљ"]),
    row("Ukrainian", ["пішак", "кінь", "слон", "тура", "ферзь", "король"]),
];

impl PieceNames {
    /// The names of English.
    pub const ENGLISH: PieceNames = PIECE_NAMES[3];

    /// The names of a language, by its English name, its own name or its code of two letters; case
    /// does not matter.
    ///
    /// ```
    /// use pgn_formats::speech::PieceNames;
    ///
    /// assert!(PieceNames::find("german").is_some() && PieceNames::find("elvish").is_none());
    /// ```
    #[must_use]
    pub fn find(name_or_code: &str) -> Option<PieceNames> {
        let language = Language::find(name_or_code)?;
        PIECE_NAMES.into_iter().find(|names| names.language == language.name)
    }

    /// The name of a piece.
    ///
    /// ```
    /// use pgn_formats::speech::PieceNames;
    /// use pgnkit::chess::Role;
    ///
    /// let german = PieceNames::find("german").unwrap();
    /// assert_eq!(german.name(Role::Knight), "Springer");
    /// ```
    #[must_use]
    pub fn name(&self, role: Role) -> &'static str {
        self.names[role.index()]
    }
}

impl Default for PieceNames {
    fn default() -> PieceNames {
        PieceNames::ENGLISH
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit::chess::notation::letters::LANGUAGES;

    #[test]
    fn every_language_has_its_names_and_they_begin_with_its_letters() {
        assert_eq!(PieceNames::ENGLISH.language, "English");
        let mut others = Vec::new();
        for (language, names) in LANGUAGES.iter().zip(PIECE_NAMES) {
            assert_eq!(PieceNames::find(language.code), Some(names));
            // The letters of pawns are rarely those of their names.
            for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
                let first = names.name(role).chars().next().unwrap().to_uppercase().to_string();
                if first != language.letters.letter(role) {
                    others.push((language.name, role));
                }
            }
        }
        assert_eq!(others, [("English", Role::Knight)]);
    }
}
