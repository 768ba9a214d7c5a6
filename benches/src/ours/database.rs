//! Databases of Scid and ChessBase read, and Scid's written, beside text read; all in memory
//! (§13.5).

use std::fs;
use std::io::{self, Cursor};
use std::path::Path;

use pgn_formats::databases::scid::{Base, Packer, Sinks};
use pgn_formats::databases::{Database, File, Parts, Program};
use pgnkit::Game;
use pgnkit::read::Games;

use super::binary::{games, n_plies, n_read, texts, told};
use crate::answer::Answer;
use crate::clock::{Timed, timed};

/// The games of a text without their comments, as those of [`read`](super::binary::read) are.
fn bare(file: &[u8]) -> io::Result<Vec<Game>> {
    Games::new(&texts(&games(file)?)[..]).collect()
}

fn base(games: &[Game]) -> io::Result<[Vec<u8>; 3]> {
    let sinks = Sinks { index: Cursor::new(Vec::new()), names: Vec::new(), games: Vec::new() };
    let (mut base, mut packer) = (Base::new(sinks)?, Packer::default());
    let (mut packed, mut losses) = (Vec::new(), Vec::new());
    for game in games {
        packed.clear();
        losses.clear();
        packer.append(game, &mut packed, &mut losses).map_err(io::Error::other)?;
        base.push(&packed)?;
    }
    let Sinks { index, names, games } = base.finish()?;
    Ok([index.into_inner(), names, games])
}

/// Reads all games of a database into one; returns their number.
fn n_games(database: &mut dyn Database, game: &mut Game) -> u64 {
    let n_records = database.n_records();
    (1..=n_records).filter(|&number| database.read_into(number, game).is_ok()).count() as u64
}

fn all(database: &mut dyn Database) -> io::Result<Vec<Game>> {
    let mut games = Vec::new();
    for number in 1..=database.n_records() {
        let mut game = Game::new();
        database.read_into(number, &mut game)?;
        games.push(game);
    }
    Ok(games)
}

pub(crate) fn scid_write(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let games = bare(file)?;
    let n = games.iter().map(n_plies).sum();
    let (_, cost) = timed(n, || base(&games).map_or(0, |[index, ..]| index.len() as u64));
    Ok(told(&games, cost))
}

/// Reads a base in memory, every move proved legal.
pub(crate) fn scid_read(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let games = bare(file)?;
    let files = base(&games)?;
    let parts: Parts<Vec<u8>> = Program::Scid.files().iter().copied().zip(files).collect();
    read(parts, Program::Scid, &games)
}

/// Reads a database in memory, every move proved legal.
pub(crate) fn cbh_read(file: &Path) -> io::Result<(Answer, Timed)> {
    let games = all(&mut *Program::ChessBase.open(parts_of(file)?)?)?;
    read(parts_of(file)?, Program::ChessBase, &games)
}

fn parts_of(file: &Path) -> io::Result<Parts<Vec<u8>>> {
    let is_there = |kind: &File| file.with_extension(kind.extension()).exists();
    let files = Program::ChessBase.files().iter().copied().filter(is_there);
    files.map(|kind| Ok((kind, fs::read(file.with_extension(kind.extension()))?))).collect()
}

fn read(parts: Parts<Vec<u8>>, program: Program, games: &[Game]) -> io::Result<(Answer, Timed)> {
    let mut database = program.open(parts)?;
    let n = games.iter().map(n_plies).sum();
    let (n_found, cost) = timed(n, || n_games(&mut *database, &mut Game::new()));
    if n_found != games.len() as u64 {
        return Err(io::Error::other("not every game came back"));
    }
    Ok(told(&all(&mut *database)?, cost))
}

/// Reads the text of the games of a database, comments and all, every move proved legal.
pub(crate) fn cbh_text(file: &Path) -> io::Result<(Answer, Timed)> {
    let games = all(&mut *Program::ChessBase.open(parts_of(file)?)?)?;
    let mut text = Vec::new();
    for game in &games {
        // The modern profile holds every game.
        let _ = pgnkit::write::Export::default().append(game, &mut text, &mut Vec::new());
    }
    let n = games.iter().map(n_plies).sum();
    let (_, cost) = timed(n, || n_read(&text));
    Ok(told(&games, cost))
}
