//! File names for games by event, player and date, valid on every system.
//!
//! Standard: §11. Decisions: D-19, D-43.

use crate::game::Game;
use crate::tag::{self, PlayerType, date, fields, players};
use pgn_chess::Color;
use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

/// The extension of game files, with its period (§11.1).
#[doc(hidden)]
pub const SUFFIX: &str = ".pgn";

/// Placeholder for an unknown value.
#[doc(hidden)]
pub const UNKNOWN: &str = "Unknown";

/// The maximum length of a name without its extension, in bytes: most systems allow 255, and a part
/// number and an extension must still fit.
#[doc(hidden)]
pub const NAME_BYTES_MAX: usize = 200;

/// Names that are devices on Windows, whatever follows a period after them.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A text as a file name that is valid on every system, without extension.
///
/// Control characters, and characters with a special meaning on some system, become `_`; so does a
/// period at the beginning, which would hide the file. Periods and spaces at the end are removed. A
/// name that is a device on Windows gets a `_`. Accented letters are composed, as most systems
/// write them. Empty text and `?` become [`UNKNOWN`].
///
/// ```
/// assert_eq!(pgnkit::file_name::portable("World Cup: 1/8"), "World Cup_ 1_8");
/// ```
#[must_use]
pub fn portable(text: &str) -> String {
    let text = text.trim();
    if matches!(text, "" | "?") {
        return UNKNOWN.to_owned();
    }
    let is_special = |c: char| "/\\:*?\"<>|".contains(c) || c.is_control();
    let mut name: String = text.nfc().map(|c| if is_special(c) { '_' } else { c }).collect();
    trim_end(&mut name);
    if name.starts_with('.') {
        name.replace_range(..1, "_");
    }
    let base_bytes = name.find('.').unwrap_or(name.len());
    let base = name[..base_bytes].trim_end();
    if DEVICES.iter().any(|device| base.eq_ignore_ascii_case(device)) {
        name.insert(base.len(), '_');
    }
    if name.len() > NAME_BYTES_MAX {
        let end = (0..=NAME_BYTES_MAX).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
        name.truncate(end);
        trim_end(&mut name);
    }
    if name.is_empty() { UNKNOWN.to_owned() } else { name }
}

/// Windows drops periods and spaces at the end of a name.
fn trim_end(name: &mut String) {
    let len = name.trim_end_matches(['.', ' ']).len();
    name.truncate(len);
}

/// A key that is equal for names that are the same file on a case-insensitive system, or on one
/// that does not distinguish composed from decomposed letters.
#[doc(hidden)]
#[must_use]
pub fn folded(name: &str) -> String {
    name.nfd().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfc().collect()
}

/// The name of the file of an event, without extension (§11.3).
#[must_use]
pub fn event(game: &Game) -> String {
    portable(game.tag(tag::EVENT).unwrap_or_default())
}

/// The names of the files of the players, without extension, each once (§11.2): the last name of a
/// person, the whole name of a program, and one for each player if several played together.
///
/// ```
/// let game: pgnkit::Game = "[White \"Tal, Mikhail\"][Black \"Flohr, Salo\"] *".parse()?;
/// assert_eq!(pgnkit::file_name::players_of(&game), ["Tal", "Flohr"]);
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[must_use]
pub fn players_of(game: &Game) -> Vec<String> {
    players_on(game, &Color::ALL)
}

/// The same for the players of some sides.
#[doc(hidden)]
#[must_use]
pub fn players_on(game: &Game, sides: &[Color]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for side in sides {
        let (side, kind) = match side {
            Color::White => (tag::WHITE, "WhiteType"),
            Color::Black => (tag::BLACK, "BlackType"),
        };
        let value = game.tag(side).unwrap_or_default();
        let mut kinds = fields(game.tag(kind).unwrap_or_default()).map(|(_, kind)| kind);
        let mut add = |name: &str| {
            let name = portable(name);
            if !names.iter().any(|known| folded(known) == folded(&name)) {
                names.push(name);
            }
        };
        if value.is_empty() {
            add("");
        }
        for player in players(value) {
            match PlayerType::parse(kinds.next().unwrap_or_default()) {
                Ok(Some(PlayerType::Program)) => add(player.name),
                Ok(_) | Err(_) => add(player.family()),
            }
        }
    }
    names
}

/// How much of a date a file name contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Period {
    /// `1992`
    Year,
    /// `199211`
    Month,
    /// `19921104`
    Day,
}

/// The name of the chronological file of a game, without extension (§11.4); unknown digits, and all
/// digits of a value that is not a date, are zeros.
///
/// ```
/// use pgnkit::file_name::{Period, period};
/// let game: pgnkit::Game = "[Date \"1992.11.04\"] *".parse()?;
/// assert_eq!(period(&game, Period::Month), "199211");
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[must_use]
pub fn period(game: &Game, period: Period) -> String {
    let day = date::sort_key(game.tag(tag::DATE).unwrap_or_default());
    match period {
        Period::Year => format!("{:04}", day / 10_000),
        Period::Month => format!("{:06}", day / 100),
        Period::Day => format!("{day:08}"),
    }
}

/// The name of a part of a split file, from 1; a single part has the name of the whole. The names
/// sort in the order of the parts.
#[doc(hidden)]
#[must_use]
pub fn part(name: &str, number: usize, n_parts: usize) -> Cow<'_, str> {
    if n_parts == 1 {
        return Cow::Borrowed(name);
    }
    let width = n_parts.to_string().len().max(3);
    Cow::Owned(format!("{name}-{number:0width$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(tags: &[(&str, &str)]) -> Game {
        let mut game = Game::new();
        tags.iter().for_each(|(name, value)| game.tags_mut_unchecked().push(name, value));
        game
    }

    #[test]
    fn names_are_good_everywhere() {
        // PGN-11-01, D-43
        let long = "é".repeat(150);
        let cases = [
            ("F/S Return Match", "F_S Return Match"),
            ("Moscow City Championship", "Moscow City Championship"),
            ("a\\b:c*d?e\"f<g>h|i\u{7}j", "a_b_c_d_e_f_g_h_i_j"),
            ("ends. . ", "ends"),
            ("", "Unknown"),
            ("?", "Unknown"),
            ("...", "Unknown"),
            (".hidden", "_hidden"),
            ("../../etc/passwd", "_._.._etc_passwd"),
            ("con", "con_"),
            ("Nul.a", "Nul_.a"),
            ("COM1 .b", "COM1_ .b"),
            ("console", "console"),
            ("Виктор", "Виктор"),
        ];
        for (text, expected) in cases {
            let name = portable(text);
            assert_eq!(name, expected, "{text:?}");
            assert_eq!(portable(&name), name, "{text:?} twice");
        }
        assert_eq!(portable(&long), "é".repeat(100));
        assert_eq!(portable(&("x".repeat(199) + " y")), "x".repeat(199));
    }

    #[test]
    fn players_go_by_their_last_names() {
        // PGN-11-03
        let names = |tags: &[(&str, &str)]| players_of(&game(tags)).join("|");
        assert_eq!(
            names(&[("White", "Fischer, Robert J."), ("Black", "van der Wiel, Johan")]),
            "Fischer|van der Wiel"
        );
        assert_eq!(names(&[("White", "Morphy"), ("Black", "MORPHY, Paul")]), "Morphy");
        assert_eq!(
            names(&[("White", "Morphy, Paul"), ("Black", "Duke:Count Isouard, A.")]),
            "Morphy|Duke|Count Isouard"
        );
        let program = [("White", "Deep, Blue"), ("WhiteType", "program"), ("Black", "?")];
        assert_eq!(names(&program), "Deep, Blue|Unknown");
        assert_eq!(names(&[]), "Unknown");
    }

    #[test]
    fn dates_are_digits() {
        // PGN-11-05, PGN-11-07
        let names = |date: &str| {
            let game = game(&[("Date", date)]);
            [Period::Year, Period::Month, Period::Day].map(|one| period(&game, one)).join(" ")
        };
        assert_eq!(names("1992.11.04"), "1992 199211 19921104");
        assert_eq!(names("1993.??.??"), "1993 199300 19930000");
        assert_eq!(names("????.??.??"), "0000 000000 00000000");
        assert_eq!(names("long ago"), "0000 000000 00000000");
    }

    #[test]
    fn parts_are_in_the_order_of_their_names() {
        // PGN-11-09
        assert_eq!(part("1992", 1, 1), "1992");
        assert_eq!(part("1992", 2, 5), "1992-002");
        for n_parts in [2, 999, 1000, 12_345] {
            let names: Vec<_> = (1..=n_parts).map(|n| part("a", n, n_parts)).collect();
            assert!(names.is_sorted(), "{n_parts}");
        }
    }

    #[test]
    fn composed_and_decomposed_spellings_are_one_file() {
        for (a, b) in [("Müller", "Mu\u{308}ller"), ("MÜLLER", "mu\u{308}ller"), ("각", "각")] {
            assert_eq!(folded(a), folded(b), "{a}");
        }
        assert_eq!(portable("Mu\u{308}ller"), "Müller");
        assert_ne!(folded("Müller"), folded("Muller"));
    }

    #[test]
    fn letter_case_makes_no_other_file() {
        for (a, b) in [("Müller", "MÜLLER"), ("straße", "STRASSE"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")]
        {
            assert_eq!(folded(a), folded(b));
        }
        assert_ne!(folded("a"), folded("b"));
    }
}
