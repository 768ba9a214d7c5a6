//! The games that `--where` selects, compared with a script on python-chess that shares no code
//! with it.
//!
//! `thirty_queries.tsv` has the expressions with the same questions in Python,
//! `thirty_queries.py` answers those.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pgn_testing::{python_chess, shared_corpus};

use crate::scratch::Dir;

/// Games of masters, annotated games, games of a server, and games with different endings.
const FILES: [&str; 3] = [
    "a_otb/chris-moreton__rivalchess-pgn/Fischer.pgn",
    "a_otb/pychess__pychess/world_matches.pgn",
    "b_online/niklasf__shakmaty/lichess_db_1000k.pgn",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The same games, each with its number in a tag.
fn numbered(text: &[u8]) -> Vec<u8> {
    let mut numbered = Vec::with_capacity(text.len() + text.len() / 20);
    let mut game_count = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(b"[Event \"") {
            game_count += 1;
            numbered.extend_from_slice(format!("[Number \"{game_count}\"]\n").as_bytes());
        }
        numbered.extend_from_slice(line);
    }
    numbered
}

/// The numbers of the games in a text.
fn numbers(text: &str) -> BTreeSet<u32> {
    let tags = text.lines().filter_map(|line| line.strip_prefix("[Number \""));
    tags.filter_map(|tag| tag.strip_suffix("\"]")?.parse().ok()).collect()
}

/// The expressions of the table.
fn expressions() -> Vec<&'static str> {
    let lines = include_str!("thirty_queries.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').unwrap().0).collect()
}

#[test]
fn an_independent_script_selects_the_same_games() {
    let Some(python) = python_chess() else { return };
    let dir = Dir::new();
    let mut names = Vec::new();
    let own = root().join("corpus/lesson/many-ends.pgn");
    for path in [own].into_iter().chain(FILES.into_iter().filter_map(shared_corpus)) {
        let text = fs::read(path).unwrap();
        let name = format!("{}.pgn", names.len());
        dir.file(&name, numbered(&text));
        names.push(name);
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let judged = Command::new(python)
        .arg(here.join("thirty_queries.py"))
        .arg(here.join("thirty_queries.tsv"))
        .args(names.iter().map(|name| dir.at(name)))
        .output()
        .unwrap();
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stderr));
    let mut answers: BTreeMap<(usize, usize), BTreeSet<u32>> = BTreeMap::new();
    for line in String::from_utf8(judged.stdout).unwrap().lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let games = cells[2].split(',').filter_map(|number| number.parse().ok()).collect();
        answers.insert((cells[0].parse().unwrap(), cells[1].parse().unwrap()), games);
    }
    let (expressions, mut differ, mut selected_count) = (expressions(), Vec::new(), 0);
    assert!(expressions.len() >= 30 && answers.len() == expressions.len() * names.len());
    for (query, expression) in expressions.iter().enumerate() {
        let mut is_answered = false;
        for (file, name) in names.iter().enumerate() {
            let ran = dir.pgn().args("filter --where").arg(expression).arg(name).output();
            assert!(matches!(ran.status, Some(0 | 1)), "{expression}: {}", ran.stderr);
            let (ours, theirs) = (numbers(&ran.stdout), &answers[&(query, file)]);
            is_answered |= !theirs.is_empty();
            selected_count += theirs.len();
            if ours != *theirs {
                let only_ours: Vec<_> = ours.difference(theirs).take(8).collect();
                let only_theirs: Vec<_> = theirs.difference(&ours).take(8).collect();
                let found = format!("{} and {}", ours.len(), theirs.len());
                differ.push(format!(
                    "{expression} in {name}: {found}: only ours {only_ours:?}, only the judge's \
                     {only_theirs:?}"
                ));
            }
        }
        assert!(is_answered || names.len() < FILES.len(), "{expression}: selects nothing anywhere");
    }
    println!("{} questions, {selected_count} games selected", expressions.len());
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
