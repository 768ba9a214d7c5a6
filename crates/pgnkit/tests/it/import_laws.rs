//! The laws of logs and of lines of moves, over any bytes: the body of the fuzz target `ics`.

use std::io::{self, Read};

use pgnkit::convert::ics::{Log, Options, Times};
use pgnkit::convert::uci::MoveLines;
use pgnkit::convert::{Found, Imported};
use pgnkit::write::{Export, Profile};

/// The fuzz target: the bytes as a log, and as lines of moves.
pub(crate) fn ics(data: &[u8]) {
    let options = Options { times: Times::Keep, ..Options::default() };
    let log = |read: Box<dyn Read>| {
        let mut strangers = Vec::new();
        let log = Log::with(read, options.clone(), |line, text: &str| {
            strangers.push((line, text.to_string()));
        });
        (games(log), strangers)
    };
    check(data, log);
    let lines = |read: Box<dyn Read>| {
        let mut strangers = Vec::new();
        let lines =
            MoveLines::with(read, |line, text: &str| strangers.push((line, text.to_string())));
        (games(lines), strangers)
    };
    check(data, lines);
}

/// A game as text, the line where it begins, and what was found.
type Game = (String, u64, Vec<Found>);

fn games(source: impl Iterator<Item = io::Result<Imported>>) -> Vec<Game> {
    let game = |imported: io::Result<Imported>| {
        let Imported { game, line, found } = imported.expect("memory has no trouble");
        let mut text = Vec::new();
        let written = Export::new(Profile::Lossless).write(&game, &mut text);
        assert!(written.is_ok(), "lossless export holds every game");
        (String::from_utf8(text).expect("UTF-8"), line, found)
    };
    source.map(game).collect()
}

/// Bytes that come a few at a time.
struct Trickle(Vec<u8>, usize);

impl Read for Trickle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.0[self.1..];
        let n = rest.len().min(buffer.len()).min(1 + self.1 % 7);
        buffer[..n].copy_from_slice(&rest[..n]);
        self.1 += n;
        Ok(n)
    }
}

/// However the bytes come, the games are the same; games and strangers stand in order, and every
/// place is one of the text.
fn check(data: &[u8], import: impl Fn(Box<dyn Read>) -> (Vec<Game>, Vec<(u64, String)>)) {
    let (games, strangers) = import(Box::new(io::Cursor::new(data.to_vec())));
    let trickled = import(Box::new(Trickle(data.to_vec(), 0)));
    assert_eq!((&games, &strangers), (&trickled.0, &trickled.1));
    let n_lines = data.split_inclusive(|&byte| byte == b'\n').count() as u64;
    assert!(games.windows(2).all(|pair| pair[0].1 <= pair[1].1), "games in order");
    for (_, line, found) in &games {
        assert!((1..=n_lines).contains(line));
        for found in found {
            assert!((1..=n_lines).contains(&found.location.line), "{found}");
            assert!(found.location.column > 0);
        }
    }
    for (line, text) in &strangers {
        assert!((1..=n_lines).contains(line) && !text.trim().is_empty());
    }
}
