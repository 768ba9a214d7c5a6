//! Detects the language of the piece letters in a game, on request.
//!
//! ```text
//! letters that are in the moves → languages that have them all
//! each of these plays the game    → those in which every move is legal
//! all the same moves → the first of them, English before all
//! different moves    → none is taken; all are named
//! ```
//!
//! Standard: §17. Decisions: D-62.

use super::note::{Detail, Note, NoteSink};
use super::referee::{GameListener, Played, Referee, UnplayedTail};
use crate::charset::Choice;
use crate::fault;
use pgn_chess::notation::letters::{Language, Letters};
use pgn_chess::notation::san::SanOptions;
use pgn_syntax::{Diagnostic, GameStart, Region, Span};

/// The language of the piece letters in the moves of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LanguageChoice {
    /// The letters of the standard, without detection (D-62).
    #[default]
    English,
    /// The letters of this language.
    Fixed(&'static Language),
    /// The letters with which the game can be played, if there is only one such reading.
    Auto,
}

impl LanguageChoice {
    /// The letters for the game of a region; `None` is English.
    ///
    /// If the game can be played in several ways, a note reports this. No cost, except for
    /// [`Auto`](LanguageChoice::Auto), which reads the game once more, and again for each language
    /// that has all its letters.
    pub fn letters(self, region: &Region<'_>, notes: &mut impl NoteSink) -> Option<Letters> {
        match self {
            LanguageChoice::English => None,
            LanguageChoice::Fixed(language) => Some(language.letters),
            LanguageChoice::Auto => match detect(region) {
                Detected::English => None,
                Detected::Language(language) => Some(language.letters),
                Detected::Several(languages, span) => {
                    let diagnostic = Diagnostic::new(&fault::UNCLEAR_LANGUAGE, span);
                    notes.note(Note { diagnostic, detail: Detail::Languages(&languages) });
                    None
                }
            },
        }
    }

    /// The letters that are known without examining a text.
    #[must_use]
    pub fn fixed(self) -> Option<Letters> {
        match self {
            LanguageChoice::English | LanguageChoice::Auto => None,
            LanguageChoice::Fixed(language) => Some(language.letters),
        }
    }
}

/// The result of a detection.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detected {
    /// English, or no language in which the whole game can be played.
    English,
    /// The first language of the standard's list with these letters.
    Language(&'static Language),
    /// Several languages with different moves, and the span of the first move with a letter, from
    /// the start of the region.
    Several(Vec<&'static Language>, Span),
}

/// Detects with which language's letters the game of a region can be played to its end.
#[doc(hidden)]
#[must_use]
pub fn detect(region: &Region<'_>) -> Detected {
    let Some((span, fitting)) = fitting(region) else { return Detected::English };
    let is_english = |(language, _): &&(&Language, u64)| language.letters == Letters::ENGLISH;
    let first = fitting.iter().find(is_english).or(fitting.first());
    match first {
        None => Detected::English,
        Some((_, moves)) if fitting.iter().any(|(_, other)| other != moves) => {
            Detected::Several(fitting.into_iter().map(|(language, _)| language).collect(), span)
        }
        Some((language, _)) if language.letters == Letters::ENGLISH => Detected::English,
        Some((language, _)) => Detected::Language(language),
    }
}

/// All languages in whose letters the game of a region can be played to its end, even if the moves
/// differ; of languages with the same letters, only the first. Empty if no move has a letter.
#[doc(hidden)]
#[must_use]
pub fn playable_languages(region: &Region<'_>) -> Vec<&'static Language> {
    let fitting = fitting(region).map(|(_, fitting)| fitting).unwrap_or_default();
    fitting.into_iter().map(|(language, _)| language).collect()
}

/// The first move with a letter, and the languages that play the game, each with a number for its
/// moves.
fn fitting(region: &Region<'_>) -> Option<(Span, Vec<(&'static Language, u64)>)> {
    let english = Trial::of(region, None);
    let span = english.first_letter?;
    let mut fitting: Vec<(&'static Language, u64, u32)> = Vec::new();
    for (n, language) in Language::all().enumerate() {
        let is_known = Language::all().take(n).any(|other| other.letters == language.letters);
        if is_known || !has_all(&language.letters, english.letters) {
            continue;
        }
        let trial = match language.letters == Letters::ENGLISH {
            true => None,
            false => Some(Trial::of(region, Some(language.letters))),
        };
        let trial = trial.as_ref().unwrap_or(&english);
        if trial.n_unplayable == 0 {
            fitting.push((language, trial.moves, trial.n_doubtful));
        }
    }
    // Where one reading is without doubt, a doubtful one does not count against it.
    let least_doubt = fitting.iter().map(|(_, _, n_doubtful)| *n_doubtful > 0).min();
    fitting.retain(|(_, _, n_doubtful)| Some(*n_doubtful > 0) == least_doubt);
    Some((span, fitting.into_iter().map(|(language, moves, _)| (language, moves)).collect()))
}

/// Whether each letter of a set, a bit for each from A, is one of a language's.
fn has_all(letters: &Letters, set: u32) -> bool {
    let own = letters.iter().filter_map(|letter| letter.bytes().next());
    let own = own.fold(0, |own, letter| own | bit(letter));
    set & !own == 0
}

/// The bit of a capital, or that of all other alphabets; none for any other byte.
fn bit(letter: u8) -> u32 {
    match letter {
        b'A'..=b'Z' => 1 << (letter - b'A'),
        // The first byte of a Greek, Cyrillic, Hebrew, Arabic, Indian or Georgian letter.
        0xCE..=0xE1 => 1 << 31,
        _ => 0,
    }
}

/// A game played in the letters of one language.
#[derive(Debug, Default)]
struct Trial {
    /// Where the spans of the game count from, in the region.
    base: u32,
    region_start: u64,
    /// The letters in moves: a bit for each capital, and one for other alphabets.
    letters: u32,
    first_letter: Option<Span>,
    /// A sum over all moves, their order and the variations.
    moves: u64,
    n_unplayable: u32,
    /// How many moves may be those of other pieces.
    n_doubtful: u32,
}

impl Trial {
    fn of(region: &Region<'_>, letters: Option<Letters>) -> Trial {
        let trial = Trial { region_start: region.start.0, ..Trial::default() };
        let lax = SanOptions::default().with_letters(letters);
        let mut n_doubtful = 0;
        let count = |note: Note<'_>| {
            n_doubtful += u32::from(note.diagnostic.code == fault::DOUBTFUL_MOVE.code);
        };
        let mut referee = Referee::new(trial, count).lax(lax).encoding(Choice::Auto);
        let _ = region.visit_dyn(&mut referee);
        let trial = referee.listener;
        Trial { n_doubtful, ..trial }
    }

    /// Takes down the letters of a symbol, if it names a square.
    fn symbol(&mut self, text: &[u8], span: Span) -> bool {
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        if !text.windows(2).any(is_square) {
            return false;
        }
        let letters = text.iter().fold(0, |letters, &byte| letters | bit(byte));
        if letters != 0 && self.first_letter.is_none() {
            self.first_letter = Some(Span::new(
                span.start.saturating_add(self.base),
                span.end.saturating_add(self.base),
            ));
        }
        self.letters |= letters;
        true
    }

    fn sum(&mut self, number: u64) {
        self.moves = (self.moves ^ number).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(5);
    }
}

impl GameListener for Trial {
    fn begin_game(&mut self, start: GameStart) {
        self.base = u32::try_from(start.0.saturating_sub(self.region_start)).unwrap_or(u32::MAX);
    }

    fn played(&mut self, played: Played<'_>) {
        self.symbol(played.symbol.text, played.symbol.span);
        let mv = played.mv;
        let promotion = mv.promotion().map_or(7, |role| role.index() as u64);
        self.sum(mv.from().index() as u64 | (mv.to().index() as u64) << 6 | promotion << 12);
    }

    fn unreadable(&mut self, text: &[u8], span: Span) {
        let is_move = self.symbol(text, span);
        self.n_unplayable += u32::from(is_move);
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, _: Span) {
        self.n_unplayable += u32::from(tail == UnplayedTail::Unplayable);
    }

    fn unplayed(&mut self, text: &[u8], span: Span) {
        self.symbol(text, span);
    }

    fn begin_variation(&mut self, _: Span) {
        self.sum(1 << 20);
    }

    fn end_variation(&mut self, _: Span) {
        self.sum(1 << 21);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn_syntax::Regions;

    fn detected(text: &str) -> Detected {
        let mut regions = Regions::new(text.as_bytes());
        detect(&regions.next_region().unwrap().unwrap())
    }

    #[test]
    fn the_one_language_that_can_be_played_is_found() {
        for (text, name) in [
            ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. De2 *", "Danish"),
            ("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 *", "French"),
            ("1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 *", "Hungarian"),
            ("1. e4 e5 2. Gc4 Hh4 *", "Polish"),
            // Letters of other alphabets.
            ("1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Лe1 *", "Russian"),
            ("1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. O-O Кf6 5. Тe1 *", "Ukrainian"),
            ("1. e4 e5 2. Кf3 Кc6 3. Оb5 a6 4. Оa4 *", "Bulgarian"),
            ("1. e4 e5 2. Сf3 Сc6 3. Лb5 a6 4. Лa4 *", "Serbian"),
            ("1. e4 e5 2. Ιf3 Ιc6 3. Αb5 a6 4. Αa4 *", "Greek"),
            ("1. e4 e5 2. მf3 მc6 3. კb5 a6 4. კa4 *", "Georgian"),
            ("1. e4 e5 2. פf3 פc6 3. רb5 a6 4. רa4 *", "Hebrew"),
            ("1. e4 e5 2. Крe2 Крe7 *", "Russian"),
            // A pawn's move with its letter is a knight's in Dutch.
            ("1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 *", "Dutch"),
            ("1. e4 e5 2. Pf3 Pc6 *", "Dutch"),
            ("1. e4 e5 2. Sf3 {Zug} (2. Lc4 Sf6) 2... Sc6 3. Lb5 *", "Danish"),
        ] {
            let Detected::Language(language) = detected(text) else { panic!("{text}") };
            assert_eq!(language.name, name, "{text}");
        }
    }

    #[test]
    fn english_is_what_needs_no_other() {
        for text in [
            "1. e4 e5 *",
            "1. e4 e5 2. ♘f3 ♞c6 *",
            "1. e4 e5 2. Nf3 Nc6 3. O–O *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Qe2 Ke7 *",
            "1. e4 e5 2. Ke2 *",
            "1. e4 e5 2. Xf3 *",
            "1. e4 e5 2. Sf3 Nc6 *",
            "{Sf3} *",
        ] {
            assert_eq!(detected(text), Detected::English, "{text}");
        }
    }

    #[test]
    fn two_readings_are_named_and_none_is_taken() {
        // A bishop of the English, a rook of the Hungarians.
        let text = "[FEN \"4k3/8/8/8/8/8/4B1R1/K7 w - - 0 1\"]\n\n1. Bd1 *";
        assert_eq!(detected(text), Detected::English);
        let text = "[FEN \"4k3/8/8/8/8/3n4/8/KR2B3 w - - 0 1\"]\n\n1. Bb4 *";
        let Detected::Several(languages, span) = detected(text) else { panic!("one") };
        assert!(languages.iter().any(|language| language.name == "English"));
        assert!(languages.iter().any(|language| language.name == "Hungarian"));
        assert_eq!(&text[span.start as usize..span.end as usize], "Bb4");
        let mut noted = Vec::new();
        let mut regions = Regions::new(text.as_bytes());
        let region = regions.next_region().unwrap().unwrap();
        assert_eq!(LanguageChoice::Auto.letters(&region, &mut noted), None);
        assert_eq!(noted.len(), 1);
        assert_eq!(noted[0].code, fault::UNCLEAR_LANGUAGE.code);
    }
}
