//! The project's own corpus: what reading each file must give, and what writing must give back.
//!
//! Standard: §2.3, §3.2, §8. Decisions: D-01 to D-39.

use std::fs;
use std::path::{Path, PathBuf};

use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{Builder, Referee};
use pgnkit::syntax::sniff::{Kind, sniff};
use pgnkit::syntax::{Diagnostic, Reader};
use pgnkit::write::{Export, Profile};

/// Files that are not yet read as the table says. A line that is not needed fails the test.
const WAITING: &[&str] = &[];

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(folder)
}

/// The game files of a folder, in name order.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(corpus(folder)).expect("the folder is in the repository");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    paths.sort();
    paths
}

/// All games, and all notes, those about marks of check and mate included.
fn read(bytes: &[u8]) -> (Vec<Game>, Vec<Diagnostic>) {
    let mut reader = Reader::new(bytes);
    let builder = Builder::new(Choice::default());
    let mut referee = Referee::new(builder, Vec::new()).verify_marks();
    let mut games = Vec::new();
    while let Some(_visited) = reader.visit_game(&mut referee).expect("a slice has no trouble") {
        games.extend(referee.listener.take());
    }
    (games, referee.notes)
}

/// Names of the faults, each once.
fn names(notes: &[Diagnostic]) -> Vec<&'static str> {
    let fault = |note: &Diagnostic| pgnkit::fault::by_code(note.code).expect("a declared fault");
    let mut names: Vec<&str> = notes.iter().map(|note| fault(note).name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The main line in canonical SAN, and the outcome.
fn read_as(game: &Game) -> String {
    let mut words = Vec::new();
    let mut cursor = game.cursor();
    while cursor.forward() {
        words.push(cursor.san().map_or("?".to_string(), |san| san.to_string()));
    }
    words.push(game.outcome().to_string());
    words.join(" ")
}

/// Why `found` is not what the cell of the table says, if so.
///
/// Names of rules that reading does not know (they belong to pgn-lint) are passed over.
fn departure(expected: &str, found: &[&str]) -> Option<String> {
    if expected == "some" {
        return found.is_empty().then(|| "nothing reported".to_string());
    }
    let known = |name: &str| {
        let faults = pgnkit::fault::FAULTS.iter().chain(pgnkit::syntax::diagnostic::fault::FAULTS);
        faults.into_iter().any(|fault| fault.name == name)
    };
    let mut allowed = Vec::new();
    for cell in expected.split(',').filter(|&cell| cell != "clean") {
        let one_of: Vec<&str> = cell.split('|').map(|name| name.trim_end_matches('?')).collect();
        let required = !cell.ends_with('?') && one_of.iter().all(|name| known(name));
        if required && !one_of.iter().any(|name| found.contains(name)) {
            return Some(format!("{cell} not reported"));
        }
        allowed.extend(one_of);
    }
    let extra = found.iter().find(|name| !allowed.contains(name))?;
    Some(format!("{extra} reported"))
}

/// What is not read as the table of a folder says, and how many files were read.
fn departures_of(folder: &str) -> (Vec<String>, usize) {
    let path = corpus(folder).join("EXPECT.tsv");
    let table = fs::read_to_string(path).expect("the table is committed");
    let mut departures = Vec::new();
    let mut n_files = 0;
    for line in table.lines().skip(1) {
        let [name, n_games, diagnostics, expected, _note] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{line}: five columns");
        };
        let bytes = fs::read(corpus(folder).join(name)).expect("the file is in the repository");
        let is_ours = matches!(sniff(&bytes), Kind::Text | Kind::GitLfsPointer | Kind::Html);
        if !name.ends_with(".pgn") || !(is_ours || diagnostics == "not-pgn") {
            continue;
        }
        n_files += 1;
        let (games, notes) = read(&bytes);
        let found = names(&notes);
        if n_games != "-" && !n_games.split('|').any(|n| n == games.len().to_string()) {
            departures.push(format!("{name}: {} games, expected {n_games}", games.len()));
        }
        if let Some(why) = departure(diagnostics, &found) {
            departures.push(format!("{name}: {why}; expected {diagnostics}, found {found:?}"));
        }
        let lines: Vec<String> = games.iter().map(read_as).collect();
        if expected != "-" && lines.join(" | ") != expected {
            departures.push(format!("{name}: read as {lines:?}, expected {expected}"));
        }
    }
    (departures, n_files)
}

#[test]
fn dialects_are_read_as_expected() {
    let (departures, n_files) = departures_of("dialect");
    assert_eq!(n_files, files("dialect").len(), "each file has its line");
    assert!(departures.is_empty(), "{}", departures.join("\n"));
}

#[test]
fn wild_files_are_read_as_expected() {
    let (mut departures, n_files) = departures_of("wild");
    assert!(n_files > 150, "only {n_files} files of the table were read");
    let waits = |why: &String, name: &str| why.starts_with(&format!("{name}:"));
    for name in WAITING {
        let is_needed = departures.iter().any(|why| waits(why, name));
        assert!(is_needed, "{name} is read as expected: take it out of WAITING");
    }
    departures.retain(|why| !WAITING.iter().any(|name| waits(why, name)));
    assert!(departures.is_empty(), "{}", departures.join("\n"));
}

#[test]
fn classics_lessons_and_random_games_are_clean() {
    for path in ["classic", "lesson", "generated"].into_iter().flat_map(files) {
        let bytes = fs::read(&path).expect("the file is in the repository");
        let (games, notes) = read(&bytes);
        assert!(!games.is_empty(), "{}", path.display());
        let mut found = names(&notes);
        // Two lessons show a glyph above 139 on purpose.
        found.retain(|&name| name != "reserved-nag");
        assert_eq!(found, [] as [&str; 0], "{}", path.display());
    }
}

#[test]
fn random_games_have_the_number_of_moves_that_were_played() {
    let table = fs::read_to_string(corpus("generated/EXPECT.tsv")).expect("generated");
    for line in table.lines().skip(2) {
        let [name, n_games, n_plies] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}: three columns");
        };
        let bytes = fs::read(corpus("generated").join(name)).expect("generated");
        let (games, _) = read(&bytes);
        assert_eq!(games.len().to_string(), n_games, "{name}");
        let found: usize = games.iter().map(Game::n_plies).sum();
        assert_eq!(found.to_string(), n_plies, "{name}");
    }
}

#[test]
fn export_form_is_given_back_byte_for_byte() {
    let is_export = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("export")
            || path.parent().is_some_and(|folder| folder.ends_with("classic"))
    };
    let by_hand = "morphy-opera-1858.pgn";
    for path in ["classic", "generated"].into_iter().flat_map(files).filter(is_export) {
        if path.ends_with(by_hand) {
            continue;
        }
        let bytes = fs::read(&path).expect("the file is in the repository");
        let mut written = Vec::new();
        for game in read(&bytes).0 {
            Export::new(Profile::Archival).write(&game, &mut written).expect("it is export form");
        }
        let (expected, found) =
            (String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&written));
        for (before, after) in expected.lines().zip(found.lines()) {
            assert_eq!(before, after, "{}", path.display());
        }
        assert!(bytes == written, "{}: the end differs", path.display());
    }
}
