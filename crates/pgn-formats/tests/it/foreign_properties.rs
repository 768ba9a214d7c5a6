//! The properties of foreign databases, over any bytes: the bodies of the fuzz targets, and what
//! the tests with damaged databases call.

use pgn_formats::databases::cbv::Archive;
use pgn_formats::databases::{Database, Entry, File, Finding, Parts, Program, scid};
use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

/// The fuzz target: files one after the other, each a byte for its kind and two for its length.
pub(crate) fn cbh(data: &[u8]) {
    let mut parts = Parts::default();
    let mut rest = data;
    while let [kind, after @ ..] = rest {
        let Some((bytes, after)) = split_file(after) else { break };
        if let Some(&file) = File::ALL.get(usize::from(*kind)) {
            parts.insert(file, bytes);
        }
        rest = after;
    }
    database_is_read(Program::ChessBase, parts);
}

/// The fuzz target: index, names and games one after the other, two bytes for the length of each;
/// read in both forms.
pub(crate) fn si4(data: &[u8]) {
    for program in [Program::Scid, Program::Scid5] {
        let mut parts = Parts::default();
        let mut rest = data;
        for file in program.files() {
            let (bytes, after) = split_file(rest).unwrap_or_default();
            parts.insert(*file, bytes);
            rest = after;
        }
        database_is_read(program, parts);
    }
}

/// The fuzz target: the index and the games, two bytes for the length of each.
pub(crate) fn cbf(data: &[u8]) {
    let mut parts = Parts::default();
    let mut rest = data;
    for file in Program::ChessBaseDos.files().iter().rev() {
        let (bytes, after) = split_file(rest).unwrap_or_default();
        parts.insert(*file, bytes);
        rest = after;
    }
    database_is_read(Program::ChessBaseDos, parts);
}

/// The fuzz target: the four files, two bytes for the length of each.
pub(crate) fn cbh2(data: &[u8]) {
    let mut parts = Parts::default();
    let mut rest = data;
    for file in Program::ChessBase17.files() {
        let (bytes, after) = split_file(rest).unwrap_or_default();
        parts.insert(*file, bytes);
        rest = after;
    }
    database_is_read(Program::ChessBase17, parts);
}

/// The fuzz target: an archive, of which no member has more bytes than its list says.
pub(crate) fn cbv(data: &[u8]) {
    let archive = Archive::open(data.to_vec());
    for member in archive.members() {
        let (bytes, is_whole) = archive.unpack(member);
        assert!(bytes.len() as u64 <= member.n_bytes);
        assert!(!is_whole || bytes.len() as u64 == member.n_bytes);
    }
}

/// The bytes of a file after two for its length, and what follows.
fn split_file(data: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let (length, rest) = data.split_first_chunk::<2>()?;
    let n = usize::from(u16::from_be_bytes(*length)).min(rest.len());
    Some((rest[..n].to_vec(), &rest[n..]))
}

/// Everything is read, with the same result twice; a game that is read can be written as PGN, and
/// every move of it is legal; the part that Scid can hold is the same after writing and reading.
pub(crate) fn database_is_read(program: Program, parts: Parts<Vec<u8>>) -> Vec<Finding> {
    let mut database = program.open(parts).expect("memory does not fail");
    let mut findings = database.findings().to_vec();
    let mut packer = scid::Packer::default();
    let (mut game, mut again) = (Game::new(), Game::new());
    for number in 1..=database.n_records().min(1000) {
        let entry = database.read_into(number, &mut game).expect("memory does not fail");
        let found = database.findings().to_vec();
        assert!(found.iter().all(|finding| finding.record == Some(number)));
        assert_eq!(database.read_into(number, &mut again).expect("the same"), entry);
        assert!(again == game && database.findings()[..] == found);
        findings.extend(found);
        if entry != Entry::Nothing {
            is_written_and_read(&game);
            if program == Program::Scid {
                scid_holds(&game, &mut packer);
            }
        }
    }
    findings
}

fn scid_holds(game: &Game, packer: &mut scid::Packer) {
    let (mut packed, mut losses) = (Vec::new(), Vec::new());
    if packer.append(game, &mut packed, &mut losses).is_err() || !losses.is_empty() {
        return;
    }
    let index = std::io::Cursor::new(Vec::new());
    let sinks = scid::Sinks { index, names: Vec::new(), games: Vec::new() };
    let mut written = scid::Base::new(sinks).expect("memory does not fail");
    written.push(&packed).expect("one game");
    let sinks = written.finish().expect("memory does not fail");
    let files = [sinks.index.into_inner(), sinks.names, sinks.games];
    let parts = Program::Scid.files().iter().copied().zip(files).collect();
    let mut one = scid::Database::open(parts).expect("memory does not fail");
    let mut again = Game::new();
    one.read_into(1, &mut again).expect("memory does not fail");
    assert_eq!(one.findings()[..], []);
    assert_eq!(modern(&again), modern(game));
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
