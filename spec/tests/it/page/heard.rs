//! Blocks of Blind Game Notation: `bgn` is read, `heard` is what is written.
//!
//! Decisions: D-61.

use pgn_formats::Found as Misnoted;
use pgn_formats::bgn::{self, Blind, Translator};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::LanguageChoice;

use super::log::offset_of;
use super::read::{Found, Text, read_in};

/// A space at the end of a line, which nobody would see.
const SPACE: &str = "␠";

/// Reads all games of the notation; places are the same in the text and in its PGN.
pub(crate) fn read(bytes: &[u8], choice: Choice) -> Text {
    let bytes = String::from_utf8_lossy(bytes).replace(SPACE, " ");
    let (mut misnoted, mut pgn) = (Vec::new(), Vec::new());
    let mut translator = Translator::new(|found: Misnoted| misnoted.push(found));
    translator.push(bytes.as_bytes(), &mut pgn);
    translator.finish(&mut pgn);
    let mut text = read_in(pgn, choice, LanguageChoice::English);
    let places = misnoted.iter().map(|found| Found {
        offset: offset_of(&text.bytes, found.location),
        code: found.fault.code,
    });
    let places: Vec<Found> = places.collect();
    text.notes.extend(places);
    text.notes.sort_unstable();
    text
}

/// The lines of the games; what is read from them must be the same lines.
pub(crate) fn write(games: &[Game]) -> Result<Vec<String>, String> {
    let append = |games: &[Game]| {
        let mut text = Vec::new();
        for game in games {
            Blind::default().append(game, &mut text, &mut Vec::new());
        }
        String::from_utf8(text).expect("ASCII")
    };
    let text = append(games);
    let again: Result<Vec<Game>, _> = bgn::games(text.as_bytes()).collect();
    let again = append(&again.map_err(|error| error.to_string())?);
    if again != text {
        return Err(format!("read again it is\n{again}"));
    }
    let shown = |line: &str| match line.strip_suffix(' ') {
        Some(line) => format!("{line}{SPACE}"),
        None => line.to_owned(),
    };
    Ok(text.trim_end_matches('\n').lines().map(shown).collect())
}
