//! The properties of logs, of lines of moves and of texts with games in them, over any bytes: the
//! bodies of the fuzz targets `ics` and `text`.

use std::io::{self, Read};

use pgn_formats::ics::{Log, Options, Times};
use pgn_formats::text::Excerpts;
use pgn_formats::uci::MoveLines;
use pgn_formats::{Found, Imported};
use pgnkit::write::{Export, Profile};

/// The fuzz target: the bytes as a log, and as lines of moves.
pub(crate) fn ics(data: &[u8]) {
    let options = Options::default().with_times(Times::Keep);
    let log = |read: &mut dyn Read| {
        let mut unread = Vec::new();
        let log = Log::with(read, options.clone(), |line, text: &str| {
            unread.push((line, text.to_string()));
        });
        (games(log), unread)
    };
    check(data, log);
    let lines = |read: &mut dyn Read| {
        let mut unread = Vec::new();
        let lines = MoveLines::with(read, |line, text: &str| unread.push((line, text.to_string())));
        (games(lines), unread)
    };
    check(data, lines);
}

/// The fuzz target: the bytes as a text with games in it.
pub(crate) fn text(data: &[u8]) {
    check(data, |read: &mut dyn Read| {
        let mut unread = Vec::new();
        let excerpts =
            Excerpts::with(read, |line, text: &str| unread.push((line, text.to_string())));
        (games(excerpts), unread)
    });
}

/// A game as text, the line where it begins, and what was found.
type Game = (String, u64, Vec<Found>);

fn games(source: impl Iterator<Item = io::Result<Imported>>) -> Vec<Game> {
    let game = |imported: io::Result<Imported>| {
        let Imported { game, line, found, .. } = imported.expect("memory has no trouble");
        let mut text = Vec::new();
        let written = Export::new(Profile::Lossless).write(&game, &mut text);
        assert!(written.is_ok(), "lossless export holds every game");
        (String::from_utf8(text).expect("UTF-8"), line, found)
    };
    source.map(game).collect()
}

/// However the bytes come, the games are the same; games and other lines are in order, and every
/// place is one of the text.
fn check(data: &[u8], import: impl Fn(&mut dyn Read) -> (Vec<Game>, Vec<(u64, String)>)) {
    let (games, unread) = import(&mut &data[..]);
    let trickled = import(&mut pgn_testing::Pieces(data, 3));
    assert_eq!((&games, &unread), (&trickled.0, &trickled.1));
    let n_lines = data.split_inclusive(|&byte| byte == b'\n').count() as u64;
    assert!(games.windows(2).all(|pair| pair[0].1 <= pair[1].1), "games in order");
    for (_, line, found) in &games {
        assert!((1..=n_lines).contains(line));
        for found in found {
            assert!((1..=n_lines).contains(&found.location.line), "{found}");
            assert!(found.location.column > 0);
        }
    }
    for (line, text) in &unread {
        assert!((1..=n_lines).contains(line) && !text.trim().is_empty());
    }
}
