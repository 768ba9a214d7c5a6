//! Parts of files, and names that are taken (§11, D-43).

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::{By, Completeness, Existing, Limits, Numbering, Parts, Publication, Writing};
use crate::error::ErrorKind;
use pgnkit::Game;

fn publication(folder: &Path) -> Publication {
    Publication::begin(folder, Existing::Refuse, Writing::Files, HashSet::new()).unwrap()
}

/// The names in a folder, sorted, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Writes these games to the files of one name, and gives their contents in the order of names.
fn split(games: &[&str], limits: Limits) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let mut parts = Parts::new(Some(dir.path()), limits);
    games.iter().for_each(|game| parts.push(game.as_bytes()).unwrap());
    let mut publication = publication(dir.path());
    publication.add("1992", parts.finish().unwrap(), Numbering::OfSeveral).unwrap();
    assert_eq!(publication.game_count(), games.len() as u64);
    let hidden = names(dir.path());
    assert!(hidden.iter().all(|name| name.starts_with(".pgn-")), "no name before the end");
    publication.publish(Completeness::Whole).unwrap();
    let names = names(dir.path());
    assert!(names.iter().all(|name| name.starts_with("1992") && name.ends_with(".pgn")));
    names.iter().map(|name| fs::read_to_string(dir.path().join(name)).unwrap()).collect()
}

#[test]
fn parts_are_full_and_together_they_are_the_whole() {
    // PGN-11-09
    let games = ["aa", "b", "cccc", "dd", "e"];
    let check = |games_max, bytes_max, expected: &[&str]| {
        assert_eq!(split(&games, Limits { games_max, bytes_max }), expected);
    };
    check(None, None, &["aabccccdde"]);
    check(Some(2), None, &["aab", "ccccdd", "e"]);
    check(Some(5), None, &["aabccccdde"]);
    check(None, Some(3), &["aab", "cccc", "dde"]);
    check(None, Some(0), &["aa", "b", "cccc", "dd", "e"]);
    check(Some(1), Some(100), &["aa", "b", "cccc", "dd", "e"]);
    assert!(split(&[], Limits::default()).is_empty());
}

#[test]
fn two_files_never_have_one_name() {
    let dir = tempfile::tempdir().unwrap();
    let parts = |n: usize| {
        let mut parts =
            Parts::new(Some(dir.path()), Limits { games_max: Some(1), bytes_max: None });
        (0..n).for_each(|_| parts.push(b"x").unwrap());
        parts.finish().unwrap()
    };
    let mut publication = publication(dir.path());
    publication.add("Open", parts(2), Numbering::OfSeveral).unwrap();
    publication.add("open-001", parts(1), Numbering::OfSeveral).unwrap();
    publication.publish(Completeness::Whole).unwrap();
    assert_eq!(names(dir.path()), ["Open-001.pgn", "Open-002.pgn", "open-001_.pgn"]);
}

#[test]
fn a_name_that_is_taken_is_refused_or_replaced() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("OLD.pgn"), "old").unwrap();
    fs::create_dir(dir.path().join("folder.pgn")).unwrap();
    let parts = || {
        let mut parts = Parts::new(Some(dir.path()), Limits::default());
        parts.push(b"new").unwrap();
        parts.finish().unwrap()
    };
    let refused = publication(dir.path()).add("old", parts(), Numbering::OfSeveral).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unsupported);
    let begin =
        |inputs| Publication::begin(dir.path(), Existing::Replace, Writing::Files, inputs).unwrap();
    let input = crate::identity::Identity::of_path(&dir.path().join("OLD.pgn")).unwrap();
    let refused =
        begin(HashSet::from([input])).add("old", parts(), Numbering::OfSeveral).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::SameFile);
    let refused = begin(HashSet::new()).add("folder", parts(), Numbering::OfSeveral).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::IsFolder);
    let mut replacing = begin(HashSet::new());
    replacing.add("old", parts(), Numbering::OfSeveral).unwrap();
    assert_eq!(fs::read(dir.path().join("OLD.pgn")).unwrap(), b"old");
    replacing.publish(Completeness::Whole).unwrap();
    assert_eq!(names(dir.path()), ["OLD.pgn", "folder.pgn"]);
    assert_eq!(fs::read(dir.path().join("OLD.pgn")).unwrap(), b"new");
}

#[test]
fn keys_give_names() {
    let mut game = Game::new();
    for (name, value) in [
        ("Event", "F/S Return Match"),
        ("Date", "1992.11.??"),
        ("White", "Fischer, Robert J."),
        ("Black", "Spassky, Boris V."),
        ("ECO", "B90"),
        ("WhiteElo", "2785"),
        ("Annotator", "?"),
    ] {
        game.tags_mut_unchecked().push(name, value);
    }
    game.set_outcome(pgnkit::Outcome::Draw);
    let cases = [
        ("player", "Fischer|Spassky"),
        ("event", "F_S Return Match"),
        ("year", "1992"),
        ("year-month", "199211"),
        ("date", "19921100"),
        ("month", "11"),
        ("day", "Unknown"),
        ("year:10", "1990-1999"),
        ("eco", "B90"),
        ("eco:1", "B"),
        ("elo:100", "2700-2799|Unknown"),
        ("color", "white|black"),
        ("result", "1_2-1_2"),
        ("White", "Fischer"),
        ("White:3", "Fis"),
        ("Annotator", "Unknown"),
        ("Site", "Unknown"),
    ];
    for (name, expected) in cases {
        let by = By::parse(name).unwrap();
        assert_eq!(by.names(&game).join("|"), expected, "{name}");
    }
    assert!(By::parse("players").is_err() && By::parse("file").is_err());
    assert_eq!(By::parse("result").unwrap().names(&Game::new()), ["Unknown"]);
}
