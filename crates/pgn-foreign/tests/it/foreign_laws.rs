//! The laws of foreign databases, over any bytes: the bodies of the fuzz targets, and what the
//! tests with damaged databases call.

use pgn_foreign::chessbase::{Database, Entry, Parts};
use pgn_foreign::scid;
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

/// The fuzz target: index, names and games one after the other, two bytes for the length of each.
pub(crate) fn si4(data: &[u8]) {
    let mut rest = data;
    let files = [(); 3].map(|()| {
        let Some((length, after)) = rest.split_first_chunk::<2>() else { return Vec::new() };
        let n = usize::from(u16::from_be_bytes(*length)).min(after.len());
        let (bytes, after) = after.split_at(n);
        rest = after;
        bytes.to_vec()
    });
    base_is_read(files);
}

/// Every game of a base (index, names, games) is read, twice alike, and can be written as PGN; what
/// Scid can hold of it is the same when it was written and read.
pub(crate) fn base_is_read(files: [Vec<u8>; 3]) -> Vec<Finding> {
    let open = |[index, names, games]: [Vec<u8>; 3]| {
        let parts = scid::Parts { index, names: Some(names), games: Some(games) };
        scid::Database::open(parts).expect("memory does not fail")
    };
    let mut base = open(files);
    let mut findings = base.findings().to_vec();
    let mut packer = scid::Packer::default();
    let (mut game, mut again) = (Game::new(), Game::new());
    for number in 1..=base.n_games().min(1000) {
        let entry = base.read_into(number, &mut game).expect("memory does not fail");
        let found = base.findings().to_vec();
        assert!(found.iter().all(|finding| finding.game == Some(number)));
        assert_eq!(base.read_into(number, &mut again).expect("the same"), entry);
        assert!(again == game && base.findings() == found);
        findings.extend(found);
        is_written_and_read(&game);
        let (mut packed, mut losses) = (Vec::new(), Vec::new());
        if packer.append(&game, &mut packed, &mut losses).is_err() || !losses.is_empty() {
            continue;
        }
        let index = std::io::Cursor::new(Vec::new());
        let sinks = scid::Sinks { index, names: Vec::new(), games: Vec::new() };
        let mut written = scid::Base::new(sinks).expect("memory does not fail");
        written.push(&packed).expect("one game");
        let sinks = written.finish().expect("memory does not fail");
        let mut one = open([sinks.index.into_inner(), sinks.names, sinks.games]);
        one.read_into(1, &mut again).expect("memory does not fail");
        assert_eq!(one.findings(), []);
        assert_eq!(modern(&again), modern(&game));
    }
    findings
}

fn modern(game: &Game) -> String {
    let mut text = Vec::new();
    let export = Export::new(Profile::Modern);
    export.append(game, &mut text, &mut Vec::new()).expect("the modern profile refuses none");
    String::from_utf8_lossy(&text).into_owned()
}

/// The text of a game is read as that game, move by move.
fn is_written_and_read(game: &Game) {
    let mut text = Vec::new();
    let export = Export::new(Profile::Lossless);
    export.append(game, &mut text, &mut Vec::new()).expect("the lossless profile holds all");
    let read = Games::new(&text[..]).next().expect("a game").expect("memory does not fail");
    assert_eq!(read.n_plies(), game.n_plies(), "{}", String::from_utf8_lossy(&text));
}
