//! `pgn cat`: games of any files, one after the other.
//!
//! Decisions: D-09, D-38.

use crate::scratch::{Dir, games, pack};
use pgn_db::source::Compression;

#[test]
fn files_become_one() {
    let dir = Dir::with("a.pgn", "[White \"a\"]\n\n1. e4");
    dir.file("b.pgn.gz", pack(Compression::Gzip, "[White \"b\"]\r\n\r\n*\r\n"));
    dir.file("c.pgn", "\n\n1.d4 * 1. c4 * ; last\n");
    let ran = dir.run("cat a.pgn b.pgn.gz c.pgn", 0);
    let expected =
        "[White \"a\"]\n\n1. e4\n*\n\n[White \"b\"]\r\n\r\n*\r\n\r\n1.d4 *\n\n1. c4 * ; last\n\n";
    assert_eq!(ran.stdout, expected);
    dir.feed("cat", expected, 0).stdout_is(expected);
}

#[test]
fn games_are_picked_by_number_through_all_files() {
    let dir = Dir::new();
    let all = games(10);
    dir.file("a.pgn", &all);
    dir.file("b.pgn", &all);
    let pick = |ranges: &str, jobs: &str| {
        let arguments = ["cat", "--games", ranges, "-j", jobs, "a.pgn", "b.pgn"];
        dir.pgn().list(&arguments).status(0).stdout
    };
    let split: Vec<&str> = all.split_inclusive("\n\n[").collect();
    assert_eq!(split.len(), 10);
    for jobs in ["1", "4"] {
        assert_eq!(pick("1..10", jobs), all);
        assert_eq!(pick("11..", jobs), all);
        assert_eq!(pick("!11..", jobs), all);
        assert_eq!(pick("9..12", jobs).matches("[White ").count(), 4);
        assert_eq!(pick("21..", jobs), "");
    }
    let arguments = "cat --games 3 a.pgn -o three.pgn --rejects rest.pgn";
    dir.run(arguments, 0);
    let counts = ["three.pgn", "rest.pgn"]
        .map(|name| String::from_utf8(dir.read(name)).unwrap().matches("[White ").count());
    assert_eq!(counts, [1, 9]);
    dir.run("cat --games 5..2 a.pgn", 2).stderr_has("expected numbers such as `10..20,30,40..`");
}

#[test]
fn games_that_do_not_exist_are_an_error() {
    let dir = Dir::with("a.pgn", games(12));
    for index in [false, true] {
        if index {
            dir.run("index -q a.pgn", 0);
        }
        dir.run("cat --games 50 a.pgn", 2)
            .stderr_is("pgn: game 50: not found, there are only 12\n");
        let ran = dir.pgn().args("cat --games 3,20..30 a.pgn a.pgn").output();
        assert_eq!((ran.status, ran.stdout.matches("[White ").count()), (Some(0), 6), "{ran:?}");
        let ran = dir.run("cat --games 3,30..40 a.pgn a.pgn", 2);
        assert_eq!(ran.stdout.matches("[White ").count(), 1);
        for well in ["13..", "!50", "10..50", "12"] {
            dir.pgn().args("cat --games").arg(well).arg("a.pgn").status(0);
        }
    }
}

/// `dedupe` and `sort` keep it as well.
#[test]
fn text_after_the_last_game_stays() {
    let dir = Dir::with("a.pgn", "[White \"a\"]\n\n1. e4 *\n\nThe end!\n");
    dir.file("b.pgn", "[White \"b\"]\n\n1. d4 *\n");
    let whole = "[White \"a\"]\n\n1. e4 *\n\nThe end!\n\n[White \"b\"]\n\n1. d4 *\n\n";
    dir.run("cat a.pgn b.pgn", 0).is(whole, "");
    let once = dir.run("dedupe a.pgn b.pgn", 0).stdout;
    assert_eq!(once, whole);
    let ran = dir.run("cat --games 1 a.pgn", 0);
    assert!(!ran.stdout.contains("The end") && ran.stderr.contains("left out"), "{}", ran.stderr);
}
