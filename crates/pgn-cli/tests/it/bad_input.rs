//! Input that is wrong, much, or in many pieces: a clear message, and nothing lost.
//!
//! Owns: what every verb must bear. Knows nothing of: single verbs, which have files of their own.
//! Standard: none.
//! Start at [`a_wrong_expression_is_shown_with_its_place`].

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::scratch::{Dir, Ran};

/// Verbs that take an expression, each with a way to show that nothing was done.
const CHOOSING: [&str; 2] = ["sort -o out.pgn", "split --by year -o out"];

#[test]
fn a_wrong_expression_is_shown_with_its_place() {
    let cases = [
        ("Whte ~ \"tal\" and", "expected a question"),
        ("elo > = 2700", "expected"),
        ("plycont > 80", "plycount"),
        ("White ~ /[/", "/[/"),
        ("White in @nowhere.txt", "nowhere.txt"),
        ("(White = \"a\"", "not closed"),
        ("White = \"a\")", "not opened"),
        ("White = \"a", "\""),
        ("@best", "@best"),
        ("", "expected"),
    ];
    for verb in CHOOSING {
        for (expression, expected) in cases {
            let dir = Dir::new();
            dir.file("games.pgn", "[White \"a\"]\n\n1. e4 *\n");
            dir.file("out.pgn", "old");
            let line = dir.pgn().args(verb).args("games.pgn --where").arg(expression);
            let ran = line.output().status(2);
            assert!(ran.stdout.is_empty(), "{verb} {expression}: {ran:?}");
            assert!(ran.stderr.contains(expected), "{verb} {expression}: {}", ran.stderr);
            let is_empty = expression.is_empty();
            assert!(is_empty || ran.stderr.contains('^'), "{expression}: {}", ran.stderr);
            assert_eq!(dir.names(), ["games.pgn", "out.pgn"], "{verb} {expression}");
            assert_eq!(dir.read("out.pgn"), b"old");
        }
    }
}

/// A folder of so many files of one game.
fn small_files(n_files: usize) -> Dir {
    let dir = Dir::new();
    for n in 0..n_files {
        dir.file(
            &format!("in/{:02}/{n:05}.pgn", n % 100),
            format!("[Event \"{n}\"]\n[White \"W{}\"]\n\n1. e4 e5 1-0\n", n % 7),
        );
    }
    dir
}

/// Runs a line of the command where few files may be open at once.
fn with_few_files(dir: &Dir, line: &str) -> Ran {
    let script = format!("ulimit -n 64; exec '{}' {line}", env!("CARGO_BIN_EXE_pgn"));
    let ran = Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
    Ran {
        stdout: String::from_utf8_lossy(&ran.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&ran.stderr).into_owned(),
        status: ran.status.code(),
    }
}

fn n_events(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"[Event \"")).count()
}

/// Lines that write every game of the folder `in` to `out.pgn`, and those that choose some.
const MANY: &[(&str, usize, usize)] = &[
    // Of how many games one is written.
    ("fmt -q in -o out.pgn", 1, 1),
    ("convert -q in -o out.pgn", 1, 1),
    ("sort -q --memory 0 in -o out.pgn", 1, 1),
    ("sort -q in -o out.pgn --where 'White = \"W3\"'", 1, 7),
];

#[cfg(unix)]
#[test]
fn ten_thousand_small_files_are_read_with_few_open() {
    const N_FILES: usize = 10_000;
    let dir = small_files(N_FILES);
    for (line, part, of) in MANY {
        let ran = with_few_files(&dir, line).status(0);
        assert_eq!(ran.stderr, "", "{line}");
        let n_wanted = (0..N_FILES).filter(|n| of == &1 || n % of == 3).count() * part;
        assert_eq!(n_events(&dir.read("out.pgn")), n_wanted, "{line}");
        fs::remove_file(dir.at("out.pgn")).unwrap();
    }
}

/// A file of games with fifty tags each.
fn many_tags(dir: &Dir, n_tags: usize) -> usize {
    const EACH: usize = 50;
    let mut text = String::new();
    for n in 0..n_tags / EACH {
        let _ = writeln!(text, "[Event \"{n}\"]\n[White \"W{}\"]", n % 7);
        for tag in 2..EACH {
            let _ = writeln!(text, "[Tag{tag} \"value {tag} of {n}\"]");
        }
        text.push_str("\n1. e4 e5 1-0\n\n");
    }
    dir.file("in/tags.pgn", text);
    n_tags / EACH
}

fn check_many_tags(n_tags: usize) {
    let dir = Dir::new();
    let n_games = many_tags(&dir, n_tags);
    let n_tags = |text: &[u8]| {
        text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"[")).count()
    };
    for (line, part, of) in MANY {
        let ran = with_few_files(&dir, line).status(0);
        assert_eq!(ran.stderr, "", "{line}");
        let text = dir.read("out.pgn");
        let n_wanted = (0..n_games).filter(|n| of == &1 || n % of == 3).count() * part;
        assert_eq!(n_events(&text), n_wanted, "{line}");
        assert!(n_tags(&text) >= 50 * n_wanted, "{line}");
        fs::remove_file(dir.at("out.pgn")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_file_with_many_tags_loses_none() {
    check_many_tags(200_000);
}

/// The same at the size that the guide speaks of: minutes without optimisation.
#[cfg(unix)]
#[test]
#[ignore = "takes minutes: cargo test --release -- --ignored ten_million"]
fn a_file_with_ten_million_tags_loses_none() {
    check_many_tags(10_000_000);
}
