//! PGC written and read, beside text read; all in memory (§20).

use std::io;

use pgn_formats::pgc::{Comments, Decoder, Encode, Encoder, Extent, PgcError};
use pgnkit::Game;
use pgnkit::read::Games;

use crate::answer::Answer;
use crate::clock::{Timed, timed};

const ENCODE: Encode = Encode::new(Comments::Drop, Extent::Archival);

/// The games of a text that PGC can hold.
pub(crate) fn games(file: &[u8]) -> io::Result<Vec<Game>> {
    let all = Games::new(file).collect::<io::Result<Vec<Game>>>()?;
    let (mut encoder, mut out) = (Encoder::new(ENCODE), Vec::new());
    let mut fits = |game: &Game| encoder.append(game, &mut out, &mut Vec::new()).is_ok();
    Ok(all.into_iter().filter(|game| fits(game)).collect())
}

pub(crate) fn records(games: &[Game]) -> Vec<u8> {
    let (mut encoder, mut out) = (Encoder::new(ENCODE), Vec::new());
    for game in games {
        // They were tried before.
        let _ = encoder.append(game, &mut out, &mut Vec::new());
    }
    out
}

/// The text of these games without comments, as `pgn fmt` writes it.
pub(crate) fn texts(games: &[Game]) -> Vec<u8> {
    let mut text = Vec::new();
    for game in games {
        let mut bare = game.clone();
        bare.strip(pgnkit::game::Strip::default().with_comments(true));
        // The modern profile holds every game.
        let _ = pgnkit::write::Export::default().append(&bare, &mut text, &mut Vec::new());
    }
    text
}

/// Moves of all lines.
pub(crate) fn n_plies(game: &Game) -> usize {
    // The heads of lines are nodes, too.
    game.tree().n_nodes() - n_lines(game)
}

/// Lines, the main line counted.
fn n_lines(game: &Game) -> usize {
    let (tree, mut n) = (game.tree(), 0);
    let mut lines = vec![pgnkit::NodeId::ROOT];
    while let Some(head) = lines.pop() {
        n += 1;
        for node in tree.line(head) {
            lines.extend(tree.variations(node));
        }
    }
    n
}

pub(crate) fn told(games: &[Game], timed: Timed) -> (Answer, Timed) {
    let n_plies = games.iter().map(n_plies).sum::<usize>() as u64;
    (Answer { n_games: games.len() as u64, n_plies, ..Answer::default() }, timed)
}

pub(crate) fn encode(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let games = games(file)?;
    let n: usize = games.iter().map(n_plies).sum();
    let (_, cost) = timed(n, || records(&games).len() as u64);
    Ok(told(&games, cost))
}

/// Reads records in memory into a game, one after the other.
pub(crate) fn decode(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let games = games(file)?;
    let (bytes, n) = (records(&games), games.iter().map(n_plies).sum());
    let (n_read, cost) = timed(n, || {
        let (mut decoder, mut game, mut n) = (Decoder::new(&bytes[..]), Game::new(), 0);
        while matches!(decoder.read_into(&mut game), Ok(true)) {
            n += 1;
        }
        n
    });
    if n_read != games.len() as u64 {
        return Err(io::Error::other("not every game came back"));
    }
    for (game, read) in games.iter().zip(Decoder::new(&bytes[..])) {
        let read = read.map_err(|error: PgcError| io::Error::other(error.to_string()))?;
        if n_plies(game) != n_plies(&read) {
            return Err(io::Error::other("another game came back"));
        }
    }
    Ok(told(&games, cost))
}

/// Reads the text of the same games, every move proved legal.
pub(crate) fn read(file: &[u8]) -> io::Result<(Answer, Timed)> {
    let games = games(file)?;
    let text = texts(&games);
    let n = games.iter().map(n_plies).sum();
    let (_, cost) = timed(n, || n_read(&text));
    Ok(told(&games, cost))
}

/// Reads games from a text into one game; returns their number.
pub(crate) fn n_read(text: &[u8]) -> u64 {
    let (mut source, mut game, mut n) = (Games::new(text), Game::new(), 0);
    while matches!(source.read_into(&mut game), Ok(true)) {
        n += 1;
    }
    n
}
