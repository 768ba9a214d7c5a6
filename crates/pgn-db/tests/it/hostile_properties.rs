//! Untrusted input: queries, configuration, archives, indexes, journals. The bodies
//! of the fuzz targets `query`, `config`, `zip`, `index` and `journal`; every property is "no panic, and
//! nothing is claimed or touched that should not be".

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pgn_db::archive::{self, Archive};
use pgn_db::error::Error;
use pgn_db::index::{self, Done, Index, Watch};
use pgn_db::scan::{self, SourceInfo};
use pgn_db::sort::Budget;
use pgn_db::source::Inputs;
use pgn_db::split::{Limits, Writing};
use pgn_query::{Context, Query};
use pgnkit::charset::Choice;
use pgnkit::syntax::Regions;

const NAME: &str = "games.pgn";

const GAMES: &str = "[Event \"Cup\"]\n[White \"Ek\"]\n[Black \"Tal, M\"]\n[WhiteElo \"2100\"]\n\
    [Date \"1999.12.31\"]\n[Result \"1-0\"]\n\n1. e4 e5 {a word} 2. Nf3 (2. f4 exf4) Nc6 $1 1-0\n\n\
    [White \"Ax\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n\
    1. e4 Kd7 *\n";

/// A question is refused with a place in its text, or answered; if it selects a game, it must be
/// able to select it before the game is read.
pub(crate) fn query(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let query = match Query::parse(&text, &Context::default()) {
        Ok(query) => query,
        Err(error) => {
            let span = error.span();
            assert!(span.start <= span.end, "{text}");
            assert!(!error.message().is_empty() && !error.excerpt().is_empty(), "{text}");
            return;
        }
    };
    assert!(!query.explain().is_empty(), "{text}");
    let mut matcher = query.matcher(Choice::Auto);
    let mut regions = Regions::new(GAMES.as_bytes());
    while let Some(region) = regions.next_region().expect("memory does not fail") {
        let holds = matcher.test(&region, NAME).is_some_and(|verdict| verdict.holds());
        assert!(!holds || query.may_match(region.text), "{text}");
    }
}

/// A file of named queries is refused, or its queries are.
pub(crate) fn config(data: &[u8]) {
    let dir = folder();
    let path = dir.path().join("pgnkit.toml");
    fs::write(&path, data).expect("written");
    if let Ok(context) = pgn_db::config::read_context(&path) {
        for name in context.queries.keys() {
            let _ = Query::parse(&format!("@{name}"), &context);
        }
    }
}

/// A zip, sound or damaged: sources or errors, and they end.
pub(crate) fn zip(data: &[u8]) {
    const BYTES_MAX: u64 = 64 << 20;
    let dir = folder();
    let path = dir.path().join("games.zip");
    fs::write(&path, data).expect("written");
    for source in Inputs::gather(&[path]).sources().take(1000).flatten() {
        let _ =
            std::io::copy(&mut std::io::Read::take(source.read, BYTES_MAX), &mut std::io::sink());
    }
}

/// A sound index with some bytes changed, three bytes a change: place, place, value. It is refused,
/// or it answers; if it passes its checks, it answers like the sound one.
pub(crate) fn index(data: &[u8]) {
    struct Sound {
        folder: tempfile::TempDir,
        bytes: Vec<u8>,
        answers: Vec<String>,
    }
    static SOUND: OnceLock<Mutex<Sound>> = OnceLock::new();
    let sound = SOUND.get_or_init(|| {
        let folder = folder();
        let bytes = built(folder.path());
        let answers = answers(&folder.path().join(NAME)).expect("a sound index");
        Mutex::new(Sound { folder, bytes, answers })
    });
    let sound = sound.lock().unwrap_or_else(PoisonError::into_inner);
    let mut bytes = sound.bytes.clone();
    for change in data.chunks_exact(3) {
        let at = usize::from(change[0]) << 8 | usize::from(change[1]);
        let byte_count = bytes.len();
        bytes[at % byte_count] = change[2];
    }
    let path = sound.folder.path().join(NAME);
    fs::write(index::side_path(&path), &bytes).expect("written");
    let is_sound = Index::open(&path, Choice::Auto).is_ok_and(|index| index.verify().is_ok());
    let found = answers(&path);
    assert!(!is_sound || found.as_ref() == Some(&sound.answers), "{found:?}");
}

/// Builds the index of the games in a folder, and gives its bytes.
fn built(folder: &Path) -> Vec<u8> {
    struct Quiet;
    impl Watch for Quiet {
        fn begin(&mut self, _: &SourceInfo) {}
        fn games(&mut self, _: u64) {}
        fn done(&mut self, _: &Path, _: Done) {}
        fn on_error(&mut self, error: Error) {
            panic!("{error}");
        }
    }
    let path = folder.join(NAME);
    fs::write(&path, GAMES).expect("written");
    let scan =
        scan::Options::default().with_under_way_bytes(1 << 20).with_unpack_bytes_max(1 << 20);
    let options = index::Options { scan, memory_bytes: 1 << 20, rebuild: true };
    index::update(Inputs::gather(std::slice::from_ref(&path)), &options, &mut Quiet)
        .expect("built");
    fs::read(index::side_path(&path)).expect("readable")
}

/// The answers of an index to some questions; `None` if it cannot be used.
fn answers(path: &Path) -> Option<Vec<String>> {
    const QUESTIONS: [&str; 4] = [
        "White = 'Ek'",
        "WhiteElo > 2000",
        "Date < 2000",
        "position 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'",
    ];
    let index = Arc::new(Index::open(path, Choice::Auto).ok()?);
    let mut answers = Vec::new();
    for text in QUESTIONS {
        let query = Query::parse(text, &Context::default()).expect("understood");
        answers.push(format!("{:?}", index.few_candidates(&query).ok()));
    }
    for game in 0..index.game_count().min(1000) {
        answers.push(format!("{:?} {:?}", index.place(game).ok(), index.facts(game).ok()));
    }
    let start = pgnkit::chess::Position::start().polyglot_key();
    answers.push(format!("{:?}", index.moves_at(start).ok()));
    Some(answers)
}

/// A journal in an archive from elsewhere: whatever it contains, nothing outside the archive
/// changes.
pub(crate) fn journal(data: &[u8]) {
    let dir = folder();
    let base = dir.path().join("root/PGN");
    fs::create_dir_all(base.join(".pgn-stage")).expect("made");
    fs::write(base.join(".pgn-stage/0"), "staged").expect("written");
    for outside in ["outside", "root/beside"] {
        fs::write(dir.path().join(outside), "kept").expect("written");
    }
    let journal = [b"pgn archive journal 1\n", data].concat();
    fs::write(base.join(".pgn-journal"), journal).expect("written");
    let options = archive::Options {
        tree: None,
        limits: Limits::default(),
        budget: Budget { run_bytes: 2_000, merge_bytes: 100_000 },
        temporary: None,
        writing: Writing::Files,
    };
    let _ = Archive::open(&dir.path().join("root"), options, &mut || Ok(()));
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).expect("readable").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names(dir.path()), ["outside", "root"], "{}", String::from_utf8_lossy(data));
    assert_eq!(names(&dir.path().join("root")), ["PGN", "beside"]);
    for outside in ["outside", "root/beside"] {
        assert_eq!(fs::read(dir.path().join(outside)).ok().as_deref(), Some(&b"kept"[..]));
    }
}

/// In memory where that can be had, since files are brought to the disk.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder")
}
