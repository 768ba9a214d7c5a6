//! Helpers for the tests of several modules: games from text, and text from games.

use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

/// The first game of a text.
pub(crate) fn game(text: &str) -> Game {
    Games::new(text.as_bytes()).next().expect("a game").expect("memory does not fail")
}

/// The text that a profile writes for a game.
pub(crate) fn written(game: &Game, profile: Profile) -> String {
    let mut text = Vec::new();
    Export::new(profile).append(game, &mut text, &mut Vec::new()).expect("held");
    String::from_utf8(text).expect("UTF-8")
}

/// The movetext of a game, as modern export has it.
pub(crate) fn movetext(game: &Game) -> String {
    let text = written(game, Profile::Modern);
    text.split_once("\n\n").expect("an empty line").1.trim_end().to_owned()
}
