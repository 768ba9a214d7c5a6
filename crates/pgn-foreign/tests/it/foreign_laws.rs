//! The laws of foreign databases, over any bytes: the bodies of the fuzz targets, and what the
//! tests with damaged databases call.

use pgn_foreign::chessbase::{Database, Entry, Parts};
use pgn_foreign::{File, Finding};
use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

/// The fuzz target: files one after the other, each a byte for its kind and two for its length.
pub(crate) fn cbh(data: &[u8]) {
    let mut parts = Parts::default();
    let mut rest = data;
    while let [kind, high, low, after @ ..] = rest {
        let n = usize::from(u16::from_be_bytes([*high, *low])).min(after.len());
        let (bytes, after) = after.split_at(n);
        if let Some(&file) = File::ALL.get(usize::from(*kind)) {
            parts.insert(file, bytes.to_vec());
        }
        rest = after;
    }
    database_is_read(parts);
}

/// Everything is read, twice alike; what is read can be written, and every move of it is legal.
pub(crate) fn database_is_read(parts: Parts<Vec<u8>>) -> Vec<Finding> {
    let mut database = Database::open(parts).expect("memory does not fail");
    let mut findings = database.findings().to_vec();
    let (mut game, mut again) = (Game::new(), Game::new());
    for number in 1..=database.n_records().min(1000) {
        let entry = database.read_into(number, &mut game).expect("memory does not fail");
        let found = database.findings().to_vec();
        assert!(found.iter().all(|finding| finding.game == Some(number)));
        assert_eq!(database.read_into(number, &mut again).expect("the same"), entry);
        assert!(again == game && database.findings() == found);
        findings.extend(found);
        if entry != Entry::Nothing {
            is_written_and_read(&game);
        }
    }
    findings
}

/// The text of a game is read as that game, move by move.
fn is_written_and_read(game: &Game) {
    let mut text = Vec::new();
    let export = Export::new(Profile::Lossless);
    export.append(game, &mut text, &mut Vec::new()).expect("the lossless profile holds all");
    let read = Games::new(&text[..]).next().expect("a game").expect("memory does not fail");
    assert_eq!(read.n_plies(), game.n_plies(), "{}", String::from_utf8_lossy(&text));
}
