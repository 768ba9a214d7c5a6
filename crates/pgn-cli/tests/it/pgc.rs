//! The binary form as a person and a script meet it: written by `convert`, read by every verb.
//!
//! Standard: §20. Decisions: D-53, D-54.

use std::fs;

use pgn_db::source::Compression;

use crate::scratch::{Dir, games, pack};

/// Games without comments, one of them with all that a game can have besides.
const GAMES: &str = "[White \"Tal\"]\n\n1. e4 e5 2. f4 exf4 1-0\n\n\
                     [White \"M\u{fc}ller\"]\n[ECO \"C20\"]\n\n1. e4 $1 e5 (1... c5 2. Nf3 (2. c3)) \
                     2. Nf3 *\n\n\
                     [FEN \"8/8/8/8/8/1k6/2p5/K7 b - - 0 50\"]\n[SetUp \"1\"]\n\n50... c1=Q# 0-1\n";

/// A folder with these games as `a.pgn` and `a.pgc`.
fn folder() -> Dir {
    let dir = Dir::with("a.pgn", GAMES);
    dir.run("convert a.pgn -o a.pgc", 0).stdout_is("");
    dir
}

#[test]
fn there_and_back_is_archival_form() {
    let dir = folder();
    let bytes = dir.read("a.pgc");
    assert!(bytes.starts_with(b"\x01\x01?") && bytes.len() < GAMES.len() * 3);
    let archival = |file: &str| {
        let out = fs::File::create(dir.at("out")).unwrap();
        dir.pgn().args("fmt --profile archival").args(file).stdout(out).run().status(0);
        dir.read("out")
    };
    assert_eq!(archival("a.pgc"), archival("a.pgn"));
    dir.pgn().args("convert a.pgc -o b.pgc").run().status(0);
    assert_eq!(dir.read("b.pgc"), bytes);
    dir.pgn().args("convert a.pgc --profile archival -o b.pgn").run().status(0);
    dir.pgn().args("convert b.pgn -o c.pgc").run().status(0);
    assert_eq!(dir.read("c.pgc"), bytes);
}

#[test]
fn every_verb_reads_it_whatever_it_is_called() {
    let dir = folder();
    let bytes = dir.read("a.pgc");
    dir.file("b.dat", &bytes);
    dir.file("c.pgc.zst", pack(Compression::Zstd, &bytes));
    let uci =
        |args: &str| dir.pgn().args("convert --to uci").args(args).stdin(&bytes).status(0).stdout;
    let expected = "e2e4 e7e5 f2f4 e5f4\ne2e4 e7e5 g1f3\nc2c1q\n";
    for name in ["a.pgc", "b.dat", "c.pgc.zst", "-"] {
        assert_eq!(uci(name), expected, "{name}");
    }
    let checked = dir.run("check --stats a.pgc", 0);
    assert!(checked.stdout.is_empty() || !checked.stdout.contains("L020"), "{checked:?}");
    let formatted = dir.run("fmt a.pgc", 0).stdout;
    assert!(formatted.starts_with("[Event \"?\"]\n") && formatted.contains("[White \"Müller\"]"));
}

#[test]
fn sorting_splitting_and_showing_read_it_too() {
    let dir = folder();
    let sorted = dir.run("sort --by White a.pgc", 0).stdout;
    let whites: Vec<&str> = sorted.lines().filter(|line| line.starts_with("[White ")).collect();
    assert_eq!(whites, ["[White \"?\"]", "[White \"Müller\"]", "[White \"Tal\"]"]);
    let shown = dir.run("show --game 1 --ply 1 a.pgc", 0).stdout;
    let of_text = dir.run("show --game 1 --ply 1 a.pgn", 0).stdout;
    assert!(shown == of_text && !shown.is_empty(), "{shown}");
}

#[test]
fn a_folder_of_games_has_them_too() {
    let dir = folder();
    dir.file("more/x.PGC", dir.read("a.pgc"));
    dir.file("more/notes.txt", "no games");
    let ran = dir.run("convert --to uci more", 0);
    assert_eq!(ran.stdout.lines().count(), 3);
}

#[test]
fn text_with_the_name_is_text() {
    let dir = Dir::with("a.pgc", "1. e4 *\n");
    assert_eq!(dir.run("convert --to uci a.pgc", 0).stdout, "e2e4\n");
    dir.file("empty.pgc", "");
    assert_eq!(dir.run("convert --to uci empty.pgc", 0).stdout, "");
}

#[test]
fn threads_change_nothing() {
    let dir = Dir::with("a.pgn", games(3000));
    dir.pgn().args("convert -q a.pgn --comments drop -o a.pgc").run().status(0);
    let lossless = |n: &str| {
        let ran = dir.pgn().args("fmt -q --profile lossless a.pgc -j").args(n).status(0);
        ran.stdout
    };
    let one = lossless("1");
    assert_eq!(one.matches("[White ").count(), 3000);
    assert!(lossless("2") == one && lossless("4") == one);
    dir.pgn().args("convert -q a.pgc -j 1 -o b.pgc").run().status(0);
    assert!(dir.read("b.pgc") == dir.read("a.pgc"));
}

#[test]
fn what_does_not_fit_is_listed_and_nothing_is_written() {
    let dir = Dir::with(
        "a.pgn",
        "1. e4 {x} e5 {y} *\n\n1. d4 *\n\n[White \"Đoković\"]\n\n1. c4 -- 2. d4 *\n",
    );
    dir.file("old.pgc", "old");
    dir.run("convert -q a.pgn -o old.pgc", 2).stderr_is(
        "pgn: a.pgn:1:1: game 1: does not fit: comment, which has no place in the binary form (2 \
         times) (B011)\n\
         pgn: a.pgn:5:1: game 3: does not fit: character that the binary form lacks (2 times) \
         (B013), null move (C006)\n\
         pgn: old.pgc: not written: 2 games do not fit (`--comments drop` leaves comments out, \
         `--comments escape` keeps them; `pgn fmt --profile archival` corrects tags)\n",
    );
    assert_eq!(dir.read("old.pgc"), b"old");
    assert_eq!(dir.names(), ["a.pgn", "old.pgc"]);
}

#[test]
fn comments_are_dropped_or_carried() {
    let dir = Dir::with("a.pgn", "{a} 1. e4 {b} (1. d4 {c}) e5 *\n");
    let movetext = |file: &str| {
        let text = dir.pgn().args("fmt").args(file).status(0).stdout;
        text.split("\n\n").nth(1).unwrap().to_owned()
    };
    dir.run("convert a.pgn --comments drop -o drop.pgc", 0)
        .stderr_is("pgn: a.pgn: lost 3 unwritable-comment (B011)\n");
    assert_eq!(movetext("drop.pgc"), "1. e4 (1. d4) 1... e5 *");
    dir.run("convert a.pgn --comments escape -o escape.pgc", 0).stderr_is("");
    assert_eq!(movetext("escape.pgc"), movetext("a.pgn"));
}

#[test]
fn escape_lines_are_for_lossless_form() {
    let dir = Dir::with("a.pgn", "1. e4\n%secret\ne5 *\n");
    dir.run("convert a.pgn -o a.pgc", 0).stderr_is("pgn: a.pgn: lost 1 dropped-escape (X007)\n");
    assert!(!dir.read("a.pgc").windows(6).any(|at| at == b"secret"));
    dir.pgn().args("convert a.pgn --profile lossless -o b.pgc").run().status(0);
    let text = dir.run("fmt --profile lossless b.pgc", 0).stdout;
    assert!(text.contains("\n%secret\n"), "{text}");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let dir = folder();
    for (args, expected) in [
        ("--to pgc --newline crlf -o x.pgc", "--newline: makes sense only with `--to pgn`"),
        ("--to pgc --profile modern -o x.pgc", "--profile: PGC has the profiles archival and"),
        ("--to pgn --comments drop", "--comments: makes sense only with `--to pgc`"),
    ] {
        dir.pgn().args("convert a.pgn").args(args).status(2).stderr_has(expected);
    }
    dir.run("fmt -w a.pgc", 2).stderr_has("a.pgc: holds PGC, cannot be written in place");
}

#[test]
fn another_name_is_told_and_text_stays_the_default() {
    let dir = folder();
    dir.run("convert a.pgn --to pgc -o a.bin", 0)
        .stderr_is("pgn: a.bin: PGC files are named .pgc\n");
    dir.run("convert -q a.pgn -o x.pgc.zst", 0).stderr_is("");
    assert_eq!(dir.run("fmt a.pgc", 0).stdout.get(..7), Some("[Event "));
    let out = fs::File::create(dir.at("piped")).unwrap();
    dir.pgn().args("convert a.pgn --to pgc").stdout(out).run().status(0);
    assert_eq!(dir.read("piped"), dir.read("a.pgc"));
}

/// Every verb that writes games writes text, though it reads the binary form.
#[test]
fn no_verb_writes_it_unasked() {
    let dir = folder();
    dir.file("two.pgn", "[White \"Tal\"]\n\n1. d4 *\n");
    dir.file("play.pgc", dir.read("a.pgc"));
    let lines = [
        "fmt a.pgc",
        "filter --where White=\"Tal\" a.pgc",
        "cat a.pgc two.pgn",
        "sort a.pgc",
        "tag --set Event=x a.pgc",
        "annotate --strip nags a.pgc",
        "classify a.pgc",
        "dedupe a.pgc two.pgn",
        "merge a.pgc two.pgn",
    ];
    for line in lines {
        let ran = dir.pgn().args(line).output();
        let text = ran.stdout.trim_start();
        assert!(text.starts_with("[Event ") || text.starts_with("[White "), "{line}: {ran:?}");
        assert!(!ran.stdout.contains('\x01'), "{line}");
    }
    // Files whose names the verb chooses.
    dir.pgn().args("split --by player a.pgc -o parts").run();
    dir.pgn().args("archive tree a.pgc").run();
    let binary = |path: &std::path::Path| fs::read(path).unwrap().starts_with(b"\x01\x01?");
    let mut folders = vec![dir.at("parts"), dir.at("tree")];
    let mut file_count = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                file_count += 1;
                assert!(!binary(&path), "{}", path.display());
            }
        }
    }
    assert!(file_count >= 2, "{file_count}");
}

#[test]
fn whole_games_come_before_a_cut() {
    let dir = folder();
    let bytes = dir.read("a.pgc");
    let whole = dir.run("convert --to uci a.pgc", 0).stdout;
    for cut in [1, 20, bytes.len() / 2, bytes.len() - 1] {
        dir.file("cut.pgc", &bytes[..cut]);
        let ran = dir.run("convert --to uci cut.pgc", 2);
        assert!(whole.starts_with(&ran.stdout) && ran.stdout.len() < whole.len(), "{cut}");
        let told = format!("data that end inside a record or a game at byte {cut} (B004");
        assert!(ran.stderr.contains(&told), "{}", ran.stderr);
    }
    dir.file("cut.pgc", [&bytes[..], &[0x0B]].concat());
    let ran = dir.run("convert --to uci cut.pgc", 2);
    ran.stdout_is(whole);
    let told = format!(
        "pgn: cut.pgc: PGC: marker that the standard does not define at byte {} (B001 \
         undefined-marker), after game 3\n",
        bytes.len()
    );
    assert_eq!(ran.stderr, told);
    assert!(dir.run("check cut.pgc", 2).stderr.contains("B001"));
}

#[test]
fn a_spoilt_game_is_told_and_the_others_are_read() {
    let dir =
        Dir::with("a.pgc", b"\x05\x03\x01\x0d\x06\x05\x03\x02\x0d\x63\x06\x05\x03\x01\x0b\x06");
    for verb in ["convert --to uci", "fmt -q"] {
        let ran = dir.pgn().args(verb).args("a.pgc").status(2);
        ran.stderr_is(
            "pgn: a.pgc: game 2: ordinal without a move at byte 9 (B003 ordinal-out-of-range)\n",
        );
        if verb.starts_with("convert") {
            assert_eq!(ran.stdout, "e2e4\ne2e4\nd2d4\n");
        }
    }
}
