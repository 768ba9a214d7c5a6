//! Shared by the tests of several modules: games from text, and text from games.

use crate::game::Game;
use crate::read::{Games, ReadOptions, read_region_with_layout};
use crate::write::{Export, Profile, write_verbatim};

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

/// The text of a game after an edit, written in its original spelling.
pub(crate) fn edited(source: &str, edit: &dyn Fn(&mut Game)) -> String {
    let mut regions = pgn_syntax::Regions::new(source.as_bytes());
    let region = regions.next_region().expect("memory does not fail").expect("a region");
    let (mut game, layout) =
        read_region_with_layout(&region, ReadOptions::default(), ()).expect("a game");
    edit(&mut game);
    let mut out = Vec::new();
    write_verbatim(&game, &layout, &mut out);
    String::from_utf8(out).expect("UTF-8")
}
