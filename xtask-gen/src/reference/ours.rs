//! Our reading of a file, in the terms in which the other programs answer.

use std::path::Path;

use pgn_chess::Position;
use pgn_chess::fen::{self, EpPolicy};
use pgn_chess::notation::uci;
use pgn_db::source::Inputs;
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{Builder, Referee};
use pgnkit::syntax::sniff::{Kind, sniff};
use pgnkit::syntax::{Diagnostic, Regions};

/// One game as we read it.
pub(crate) struct OurGame {
    /// The line of the first character of its region that is not white, from 1.
    pub(crate) line: u64,
    pub(crate) game: Game,
    /// Names of the faults that were noted, each once.
    pub(crate) faults: Vec<&'static str>,
}

/// The main line of a game; empty where the rules are not known.
#[derive(Default, PartialEq, Eq, Debug, Clone)]
pub(crate) struct MainLine {
    pub(crate) uci: Vec<String>,
    pub(crate) san: Vec<String>,
}

/// The texts of a file, unpacked: one, or one a member.
pub(crate) fn texts(path: &Path) -> Result<Vec<Vec<u8>>, String> {
    let mut texts = Vec::new();
    for source in Inputs::gather(&[path.to_path_buf()]).sources() {
        let mut source = source.map_err(|error| error.to_string())?;
        let mut text = Vec::new();
        source.read.read_to_end(&mut text).map_err(|error| format!("{}: {error}", source.name))?;
        texts.push(text);
    }
    Ok(texts)
}

/// All games of a text.
pub(crate) fn read_text(text: &[u8]) -> Vec<OurGame> {
    let mut games = Vec::new();
    if sniff(text) != Kind::Text {
        return games;
    }
    let mut regions = Regions::new(text);
    let mut builder = Some(Builder::new(Choice::default()));
    while let Ok(Some(region)) = regions.next_region() {
        let mut referee =
            Referee::new(builder.take().unwrap_or_default(), Vec::<Diagnostic>::new())
                .verify_marks();
        if region.visit(&mut referee).is_break() {
            continue;
        }
        if let Some(game) = referee.listener.take() {
            let white = region.text.len() - region.text.trim_ascii_start().len();
            let line = region.location.after(&region.text[..white]).line;
            let faults = names(&referee.notes);
            games.push(OurGame { line, game, faults });
        }
        builder = Some(referee.listener);
    }
    games
}

fn names(notes: &[Diagnostic]) -> Vec<&'static str> {
    let mut names: Vec<&str> = notes
        .iter()
        .filter_map(|note| pgnkit::fault::by_code(note.code))
        .map(|fault| fault.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The main line of a game in UCI and canonical SAN.
pub(crate) fn main_line(game: &Game) -> MainLine {
    let mut line = MainLine::default();
    let mut cursor = game.cursor();
    loop {
        let before: Option<Position> = cursor.position().copied();
        if !cursor.forward() {
            return line;
        }
        let (Some(before), Some(mv)) = (before, cursor.mv()) else { return line };
        line.uci.push(uci::to_text(&before, mv).to_string());
        line.san.push(cursor.san().map_or_else(String::new, |san| san.to_string()));
    }
}

/// The FEN of the start, en passant only where a capture is legal; `None` if it is not known.
pub(crate) fn start_fen(game: &Game) -> Option<String> {
    game.start_position().map(|position| fen::to_text(&position, EpPolicy::Legal).to_string())
}
