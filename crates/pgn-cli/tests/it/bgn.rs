//! Blind Game Notation as a person and a script meet it: read by every verb.
//!
//! Decisions: D-61.

use pgn_db::source::Compression;

use crate::scratch::{Dir, games, pack};

const GAMES: &str = "[White \"Tal\"]\n\n1. e4 {Best by test. Or so.} (1. d4 d5 (1... Nf6 $14)) \
                     1... e5! 2. Nf3 1-0\n\n1. c4 *\n";

/// A folder with these games as `a.pgn` and `a.bgn`.
fn folder() -> Dir {
    let dir = Dir::with("a.pgn", GAMES);
    dir.run("convert a.pgn -o a.bgn", 0);
    dir
}

#[test]
fn there_and_back_is_the_same() {
    let dir = folder();
    let bytes = dir.read("a.bgn");
    dir.run("convert a.bgn -o b.pgn", 0);
    dir.run("convert b.pgn -o b.bgn", 0);
    assert_eq!(dir.read("b.bgn"), bytes);
    dir.run("convert a.bgn -o c.bgn.zst", 0);
    dir.run("convert c.bgn.zst -o d.bgn", 0);
    assert_eq!(dir.read("d.bgn"), bytes);
}

#[test]
fn every_verb_reads_it_whatever_it_is_called() {
    let dir = folder();
    let bytes = dir.read("a.bgn");
    dir.file("b.dat", &bytes);
    dir.file("c.bgn.zst", pack(Compression::Zstd, &bytes));
    for name in ["a.bgn", "b.dat", "c.bgn.zst", "-"] {
        let args = format!("convert --to uci {name}");
        dir.feed(&args, &bytes, 0).is("e2e4 e7e5 g1f3\nc2c4\n", "");
    }
    dir.file("games/x.bgn", &bytes);
    dir.run("check games", 0).stderr_has("1 file, 2 games");
    dir.run("fmt a.bgn", 0).stdout_is(dir.pgn().args("convert --to pgn a.bgn").output().stdout);
}

#[test]
fn what_is_wrong_has_its_place_in_the_file() {
    let dir = Dir::with("a.bgn", "1. e4 e5\n\n| Hm.\n\n| Well.\n|| \nA: 1... Ke3\n*\n");
    let ran = dir.run("check --format concise a.bgn", 1);
    ran.stdout_has("a.bgn:7:9: C001").stderr_has("a.bgn:3:1: M301 unclosed-bars");
    let ran = dir.run("check --ignore M301,C001 a.bgn", 0);
    assert!(!ran.stderr.contains("M301"), "{}", ran.stderr);
    let ran = dir.run("convert --to san a.bgn", 0);
    ran.stdout_is("e4 e5\n").stderr_has("a.bgn:3:1: M301 unclosed-bars");
}

#[test]
fn it_is_not_written_in_place_as_pgn() {
    let dir = folder();
    let bytes = dir.read("a.bgn");
    dir.run("fmt -w a.bgn", 2).stderr_has("Blind Game Notation");
    assert_eq!(dir.read("a.bgn"), bytes);
    dir.run("fmt --check a.bgn", 1);
}

#[test]
fn threads_change_nothing() {
    let dir = Dir::with("a.pgn", games(3_000));
    dir.run("convert a.pgn -o a.bgn", 0);
    let with = |n: &str| {
        let args = format!("convert --to bgn a.bgn -j {n}");
        dir.run(&args, 0).stdout
    };
    assert_eq!(with("1").as_bytes(), dir.read("a.bgn"));
    assert_eq!(with("4").as_bytes(), dir.read("a.bgn"));
}

#[test]
fn import_takes_everything_for_it() {
    let dir =
        Dir::with("letter.txt", "Dear friend,\n1 e4 e5 2 Nf3 Nc6\n3 Bb5 a6 4 Ba4 Nf6 5 00\n1-0\n");
    dir.run("import bgn letter.txt", 0).stdout_ends("4. Ba4 Nf6 5. O-O 1-0\n\n");
    dir.file("b/x.bgn", "1. e4\n||\n*\n");
    dir.run("import bgn b --profile archival -o out.pgn", 0)
        .stderr_has("x.bgn:2:1: M302 stray-bars");
    assert!(dir.read("out.pgn").ends_with(b"\n\n1. e4 *\n\n"));
}

#[test]
fn prose_with_bars_does_not_make_a_pgn_blind() {
    let text =
        "|| Club 2020 ||\n\n[White \"Tal\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *\n\n| a | b |\n";
    let dir = Dir::with("a.pgn", text);
    dir.run("cat a.pgn", 0).stdout_is(format!("{text}\n"));
    dir.run("convert --to uci a.pgn", 0).stdout_is("e2e4 e7e5 b1c3\n");
    dir.feed("convert --to uci", text, 0).stdout_is("e2e4 e7e5 b1c3\n");
}
