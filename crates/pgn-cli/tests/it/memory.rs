//! The memory that one long game may use: the limits that `docs/performance.md` states, under a
//! limit of the system.
#![cfg(target_os = "linux")]

use std::process::{Command, Output};

use pgn_testing::skip;

use crate::scratch::Dir;

/// Runs a line of the command with so much memory to address.
fn run(dir: &Dir, line: &str, limit_kib: usize) -> Output {
    let program = env!("CARGO_BIN_EXE_pgn");
    let script = format!("ulimit -v {limit_kib} && exec '{program}' {line}");
    let mut command = Command::new("sh");
    // The library of C sets 64 MiB apart for each thread else, whether or not they are used.
    command.env("MALLOC_ARENA_MAX", "1").args(["-c", &script]).current_dir(dir.path());
    command.output().unwrap()
}

/// The least limit, to 2 MiB, under which the program formats a game of one move: its own pages.
fn program_kib(dir: &Dir) -> Option<usize> {
    dir.file("small.pgn", "1. e4 *\n");
    let limits = (0..512 << 10).step_by(2 << 10);
    limits.skip(1).find(|&kib| run(dir, "fmt -q -j1 small.pgn", kib).status.success())
}

/// A game of moves with their numbers.
fn moves(move_count: usize) -> String {
    let pair = |n: usize| [" Nf3 Nf6", " Ng1 Ng8"][n % 2];
    let moves: String = (0..move_count).map(|n| format!("{}.{} ", n + 1, pair(n))).collect();
    format!("{moves}*\n")
}

/// A game in which every move is spelled otherwise than SAN spells it.
fn long_moves(move_count: usize) -> String {
    let pair = |n: usize| ["Ng1-f3 Ng8-f6\n", "Nf3-g1 Nf6-g8\n"][n % 2];
    format!("{}*\n", (0..move_count).map(pair).collect::<String>())
}

/// Variations, each in the last.
fn nested(depth: usize) -> String {
    format!("1. e4 e5 {}{} *\n", "(1... c5 ".repeat(depth), ")".repeat(depth))
}

/// Asserts that a line takes at most so many bytes for each byte of a text, the 9 MiB among them
/// that any text takes: what was measured and a quarter at most. Half of it must not do, so that
/// the limit is known to hold.
fn takes_at_most(each: usize, line: &str, text: &str, status: i32) {
    let dir = Dir::with("long.pgn", text);
    let Some(program_kib) = program_kib(&dir) else {
        return skip("a limit of the system under which the program runs");
    };
    let line = format!("{line} -q -j1 long.pgn");
    let bound_kib = text.len() * each / 1024;
    let ran = run(&dir, &line, program_kib + bound_kib);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(status), "{line} within {bound_kib} KiB: {said}");
    assert!(ran.stdout.len() > text.len() / 2, "{line}");
    let ran = run(&dir, &line, program_kib + bound_kib / 2);
    assert_ne!(ran.status.code(), Some(status), "{line} within half of {bound_kib} KiB");
}

#[test]
fn nested_variations_are_formatted_within_what_is_stated() {
    takes_at_most(42, "fmt", &nested(100_000), 0);
}

#[test]
fn nested_variations_become_json_within_what_is_stated() {
    takes_at_most(88, "convert --to jsonl", &nested(100_000), 0);
}

#[test]
fn moves_become_records_within_what_is_stated() {
    takes_at_most(27, "convert --to epd", &moves(60_000), 0);
}

/// 150,000 corrections, of which 100,000 are held at once; all of them would take 114 bytes each.
#[test]
fn corrections_are_shown_within_what_is_stated() {
    takes_at_most(100, "check --diff", &long_moves(75_000), 1);
}

/// Games of players that all have other names, many of them alike.
fn many_names(game_count: usize) -> String {
    let name = |n: usize| {
        let syllables = ["ba", "ki", "mo", "ru", "te", "sha", "vlo", "ni"];
        let word = |mut n: usize| {
            let mut word = String::new();
            for _ in 0..6 {
                word.push_str(syllables[n % 8]);
                n /= 8;
            }
            word
        };
        format!("X{}, Y{}", word(n), word(n / 3))
    };
    let game =
        |n: usize| format!("[White \"{}\"]\n[Black \"{}\"]\n\n*\n\n", name(2 * n), name(2 * n + 1));
    (0..game_count).map(game).collect()
}

#[test]
fn names_are_compared_within_the_memory_that_is_named() {
    let dir = Dir::with("few.pgn", many_names(5_000));
    dir.file("many.pgn", many_names(20_000));
    let Some(program_kib) = program_kib(&dir) else {
        return skip("a limit of the system under which the program runs");
    };
    let ask = |file: &str| {
        let line = format!("names report -q -j1 --memory 40M {file} -o {file}.tsv");
        run(&dir, &line, program_kib + (40 << 10))
    };
    let few = ask("few.pgn");
    assert!(few.status.success(), "{}", String::from_utf8_lossy(&few.stderr));
    let many = ask("many.pgn");
    assert_eq!(many.status.code(), Some(2));
    let said = String::from_utf8_lossy(&many.stderr).into_owned();
    assert!(said.contains("take more memory than `--memory` allows"), "{said}");
    assert!(!dir.names().contains(&"many.pgn.tsv".to_owned()));
}
