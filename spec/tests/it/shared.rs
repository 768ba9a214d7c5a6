//! The shared corpus: real files that are beside the repository and are not part of it.
//!
//! Decisions: D-38.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pgn_testing::shared_corpus;
use pgnkit::syntax::{GameEnd, GameStart, Skip, Visitor};

/// The folder, if it is there.
pub(crate) fn folder() -> Option<PathBuf> {
    shared_corpus("")
}

/// The game files that the manifest names, with the number of games it says; those that are PGN
/// by their names, packed or not.
pub(crate) fn for_each_file(mut look: impl FnMut(&str, &str, &[u8])) {
    let Some(folder) = folder() else { return };
    let manifest = fs::read_to_string(folder.join("MANIFEST.tsv")).expect("readable");
    let mut n_files = 0;
    for line in manifest.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (path, count) = (columns[0], columns[3]);
        let name = path.to_lowercase();
        let is_game_file = [".pgn", ".pgn.zst", "single_game.zip"];
        if is_game_file.iter().any(|end| name.ends_with(end)) {
            let bytes = fs::read(folder.join(path)).expect("readable");
            look(path, count, &unpacked(&name, bytes));
            n_files += 1;
        }
    }
    assert!(n_files > 500, "only {n_files} files of the manifest were read");
}

fn unpacked(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    if name.ends_with(".zst") {
        return zstd::decode_all(&bytes[..]).expect("sound");
    }
    if !name.ends_with(".zip") {
        return bytes;
    }
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("sound");
    let mut text = Vec::new();
    archive.by_index(0).expect("a member").read_to_end(&mut text).expect("sound");
    text
}

/// Counts games and passes over what is in them.
#[derive(Default)]
struct Counter(u64);

impl Visitor for Counter {
    type Break = std::convert::Infallible;

    fn begin_game(&mut self, _: GameStart) -> ControlFlow<Self::Break, Skip> {
        ControlFlow::Continue(Skip::Over)
    }
    fn end_game(&mut self, how: GameEnd, _: u32) -> ControlFlow<Self::Break> {
        self.0 += u64::from(how != GameEnd::NoGame);
        ControlFlow::Continue(())
    }
}

/// `docs/corpus-counts.tsv`: where our count is not the manifest's, both, and why.
fn explained() -> BTreeMap<String, (String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/corpus-counts.tsv");
    let table = fs::read_to_string(path).expect("the table is committed");
    let mut rows = BTreeMap::new();
    for line in table.lines().skip(1) {
        let [path, manifest, ours, reason] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}: four columns");
        };
        assert!(reason.len() > 20, "{path}: no reason");
        rows.insert(path.to_owned(), (manifest.to_owned(), ours.to_owned()));
    }
    rows
}

#[test]
fn every_file_has_the_games_that_the_manifest_says_or_a_reason() {
    if folder().is_none() {
        return;
    }
    let mut explained = explained();
    let mut departures = Vec::new();
    for_each_file(|path, manifest, text| {
        let mut counter = Counter::default();
        assert!(pgnkit::syntax::visit(text, &mut counter).is_continue());
        let ours = counter.0.to_string();
        let is_right = match explained.remove(path) {
            Some(row) => row == (manifest.to_owned(), ours.clone()) && manifest != ours,
            None => manifest == ours,
        };
        if !is_right {
            departures.push(format!("{path}\t{manifest}\t{ours}"));
        }
    });
    departures.extend(explained.into_keys().map(|path| format!("{path}: not in the manifest")));
    assert!(departures.is_empty(), "{}", departures.join("\n"));
}
