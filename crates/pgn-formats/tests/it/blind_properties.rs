//! The properties of Blind Game Notation, over any bytes: the body of the fuzz target `bgn`, and
//! what the random tests call.

use pgn_formats::bgn::{self, Blind, Translator};
use pgn_formats::speech::Speech;
use pgn_formats::{Commands, Found};
use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::syntax::Location;
use pgnkit::write::{Export, Profile};

/// The fuzz target: the bytes as PGN, and as the notation itself.
pub(crate) fn fuzz_bgn(data: &[u8]) {
    check_written(data);
    check_read(data);
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn write(games: &[Game], commands: Commands) -> Vec<u8> {
    let mut text = Vec::new();
    for game in games {
        Blind::new(commands).append(game, &mut text, &mut Vec::new());
    }
    text
}

/// The spoken text has no sign that cannot be spoken, and every line is a sentence.
fn check_said(game: &Game) {
    let mut text = Vec::new();
    Speech::default().append(game, Some(1), &mut text, &mut Vec::new());
    let text = String::from_utf8(text).expect("UTF-8");
    let is_silent = |c: char| c != '\n' && c.is_control() || ('\u{2500}'..'\u{2580}').contains(&c);
    assert!(!text.contains(is_silent), "{text}");
    for line in text.lines() {
        assert!(line.is_empty() || line.ends_with(['.', '!', '?']), "{line}");
    }
}

fn read(blind: &[u8]) -> Vec<Game> {
    bgn::games(blind).map(|game| game.expect("memory does not fail")).collect()
}

/// The output is ASCII, has no fault of the notation, and is the same again after it was read,
/// directly or by way of PGN.
pub(crate) fn check_written(pgn: &[u8]) {
    let games: Vec<Game> = Games::new(pgn).map_while(Result::ok).collect();
    games.iter().for_each(check_said);
    for commands in [Commands::Words, Commands::Drop] {
        let once = write(&games, commands);
        assert!(once.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~')), "{}", shown(&once));
        let mut found = Vec::new();
        let mut text = Vec::new();
        let mut translator = Translator::new(|one: Found| found.push(one));
        translator.push(&once, &mut text);
        translator.finish(&mut text);
        assert_eq!(found, [], "{}", shown(&once));
        let again = read(&once);
        assert_eq!(again.len(), games.len(), "{}", shown(&once));
        assert_eq!(shown(&write(&again, commands)), shown(&once), "of {}", shown(pgn));
        for (game, again) in games.iter().zip(&again) {
            assert_eq!(game.n_plies(), again.n_plies(), "{}", shown(&once));
        }
        for profile in [Profile::Modern, Profile::Lossless] {
            let mut pgn = Vec::new();
            for game in &again {
                Export::new(profile).append(game, &mut pgn, &mut Vec::new()).expect("it holds it");
            }
            let games: Vec<Game> = Games::new(&pgn[..]).map(|game| game.expect("memory")).collect();
            assert_eq!(shown(&write(&games, commands)), shown(&once), "by {}", shown(&pgn));
        }
    }
}

/// Any bytes are read: each line gives a line, however the text is cut, and what comes of it is
/// sound notation.
pub(crate) fn check_read(blind: &[u8]) {
    let translate = |n: usize| {
        let (mut found, mut text) = (Vec::new(), Vec::new());
        let mut translator = Translator::new(|one: Found| found.push(one));
        blind.chunks(n).for_each(|chunk| translator.push(chunk, &mut text));
        translator.finish(&mut text);
        (text, found)
    };
    let (text, found) = translate(usize::MAX);
    for n in [1, 7] {
        assert_eq!(translate(n), (text.clone(), found.clone()), "in chunks of {n}");
    }
    let n_ends = |text: &[u8]| Location::START.after(text).line;
    assert_eq!(n_ends(&text), n_ends(blind), "{} of {}", shown(&text), shown(blind));
    check_written(&text);
}
