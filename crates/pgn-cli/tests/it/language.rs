//! Piece letters of other languages, read and shown.
//!
//! Standard: §17. Decisions: D-62.

use crate::scratch::Dir;

const GERMAN: &str = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. O-O Dg5 *\n";
const ENGLISH: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Qg5 *\n";

fn moves(pgn: &str) -> &str {
    pgn.rsplit("\n\n").find(|part| !part.is_empty()).unwrap()
}

#[test]
fn a_language_that_is_named_is_read() {
    // §17-04
    let dir = Dir::with("a.pgn", GERMAN);
    for language in ["de", "German", "german", "Deutsch", "sv", "svenska", "auto"] {
        let ran = dir.pgn().args("fmt a.pgn --moves-language").args(language).status(0);
        assert_eq!(moves(&ran.stdout), ENGLISH.trim_end(), "{language}");
        assert!(ran.stderr.contains("1 foreign-letters (C201)"), "{}", ran.stderr);
        let ran = dir.pgn().args("check a.pgn --format concise --moves-language").args(language);
        let ran = ran.status(0);
        ran.stdout_has("a.pgn:1:13: C201").stdout_has("Danish (or German, Norwegian, Swedish)");
    }
}

#[test]
fn nothing_is_guessed_without_the_option() {
    // §17-05
    let dir = Dir::with("a.pgn", GERMAN);
    dir.run("check a.pgn", 1).stdout_has("C003").stdout_has("`--moves-language German` or `auto`");
    dir.run("convert --to uci a.pgn", 0).stdout_is("e2e4 e7e5\n");
}

#[test]
fn games_of_several_languages_are_told_apart() {
    let dir = Dir::new();
    let french = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O Dg5 *\n";
    dir.file("a.pgn", format!("{GERMAN}\n{ENGLISH}\n{french}"));
    dir.run("convert --to san --moves-language auto a.pgn", 0)
        .stdout_is("e4 e5 Nf3 Nc6 Bb5 a6 O-O Qg5\n".repeat(3));
    for jobs in ["-j1", "-j2"] {
        let ran =
            dir.pgn().args("check --all --moves-language auto --format concise a.pgn").args(jobs);
        let ran = ran.status(0);
        assert_eq!(ran.stdout.matches("C201").count(), 2, "{}", ran.stdout);
        assert!(ran.stdout.contains("found those of French: `Cf3`"), "{}", ran.stdout);
    }
}

#[test]
fn two_readings_are_reported_and_english_is_taken() {
    let dir = Dir::new();
    let game =
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/3n4/8/KR2B3 w - - 0 1\"]\n[Result \"*\"]\n\n1. Bb4 *\n";
    dir.file("a.pgn", game);
    let ran = dir.run("check --moves-language auto --format concise a.pgn", 1);
    ran.stdout_has("a.pgn:5:4: C202").stdout_has("English, Hungarian");
    let ran = dir.run("convert --to uci --moves-language auto a.pgn", 0);
    ran.stdout_is("e1b4\n").stderr_has("1 unclear-language (C202)");
    dir.run("convert --to uci --moves-language hu a.pgn", 0).stdout_is("b1b4\n");
}

#[test]
fn moves_are_shown_in_other_letters() {
    // §17-03
    let dir = Dir::with("a.pgn", ENGLISH);
    let shown = |line: &str| dir.pgn().args("convert a.pgn").args(line).status(0).stdout;
    assert_eq!(shown("--to san --piece-language de"), "e4 e5 Sf3 Sc6 Lb5 a6 O-O Dg5\n");
    assert_eq!(
        shown("--to lan --piece-language Polish"),
        "e2-e4 e7-e5 Sg1-f3 Sb8-c6 Gf1-b5 a7-a6 O-O Hd8-g5\n"
    );
    assert_eq!(shown("--to fan"), "e4 e5 ♘f3 ♘c6 ♗b5 a6 O-O ♕g5\n");
    assert_eq!(shown("--to san --piece-language figurines"), shown("--to fan"));
    dir.file("b.fan", shown("--to fan"));
    dir.run("convert --to san b.fan", 0).stdout_is(shown("--to san"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    // §17-02
    let dir = Dir::with("a.pgn", GERMAN);
    for (line, why) in [
        (
            "convert --to pgn --piece-language de a.pgn",
            "makes sense only with `--to lan`, `san`, `text`, `html` or `speech`",
        ),
        ("convert --to fan --piece-language de a.pgn", "--piece-language"),
        ("convert --to speech --piece-language figurines a.pgn", "no names"),
        ("fmt --moves-language Germn a.pgn", "did you mean `German`?"),
        ("fmt --moves-language Deutsh a.pgn", "did you mean `Deutsch`?"),
        ("convert --to san --piece-language francais a.pgn", "did you mean `français`?"),
        ("explain letters Espanol", "`español`"),
        ("check --fix --moves-language de a.pgn", "`pgn fmt --moves-language LANGUAGE`"),
        ("check --diff --moves-language auto a.pgn", "`pgn fmt --moves-language LANGUAGE`"),
    ] {
        dir.run(line, 2).stdout_is("").stderr_has(why);
    }
    assert_eq!(dir.read("a.pgn"), GERMAN.as_bytes());
}

#[test]
fn every_language_is_read_as_it_is_shown() {
    // §17-01
    let dir = Dir::new();
    let game = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Bg4 4. Rb1 Kd7 5. Nxd5 e6 *\n";
    dir.file("a.pgn", game);
    let english = dir.run("convert --to san a.pgn", 0).stdout;
    let list = dir.run("explain letters", 0).stdout;
    for line in list.lines() {
        let language = line.split_whitespace().next().unwrap();
        let shown = dir.pgn().args("convert --to san a.pgn --piece-language").args(language);
        let shown = shown.status(0).stdout;
        dir.file("b.san", &shown);
        let read = dir.pgn().args("convert --to san b.san --moves-language").args(language);
        assert_eq!(read.status(0).stdout, english, "{language}: {shown}");
    }
}
