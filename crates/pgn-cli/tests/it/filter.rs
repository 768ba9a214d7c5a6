//! `pgn filter`: which games come out, where the others go, and what is written about them.
//!
//! Decisions: D-09, D-38.

use crate::scratch::{Dir, games};

fn game(white: &str, movetext: &str) -> String {
    format!("[White  \"{white}\"]\n[Result \"*\"]\n\n{movetext}\n\n")
}

/// Six games, of which a, c and e match `White in ("a", "c", "e")`.
fn six() -> String {
    ["a", "b", "c", "d", "e", "f"].map(|white| game(white, "1.e4  e5 *")).concat()
}

const ODD: &str = "White in (\"a\", \"c\", \"e\")";

#[test]
fn games_that_match_keep_their_text() {
    let dir = Dir::with("games.pgn", six());
    let run = |more: &[&str]| {
        let arguments = [&["filter", "--where", ODD, "games.pgn"], more].concat();
        dir.pgn().list(&arguments).output()
    };
    let of = |names: &[&str]| names.iter().map(|it| game(it, "1.e4  e5 *")).collect::<String>();
    let cases: &[(&[&str], &[&str])] = &[
        (&[], &["a", "c", "e"]),
        (&["--invert"], &["b", "d", "f"]),
        (&["--limit", "2"], &["a", "c"]),
        (&["--skip", "1"], &["c", "e"]),
        (&["--skip", "1", "--limit", "1"], &["c"]),
        (&["--nth", "2.."], &["c", "e"]),
        (&["--nth", "!2"], &["a", "e"]),
        (&["--games", "2..4"], &["c"]),
        (&["--games", "!2..4"], &["a", "e"]),
        (&["--sample", "9"], &["a", "c", "e"]),
    ];
    for (more, expected) in cases {
        for jobs in ["1", "3"] {
            let ran = run(&[more, &["-j", jobs][..]].concat()).status(0);
            assert_eq!((ran.stdout, ran.stderr.as_str()), (of(expected), ""), "{more:?}");
        }
        run(&[more, &["-o", "out.pgn", "--list"][..]].concat()).status(0).stdout_is("");
        assert_eq!(String::from_utf8(dir.read("out.pgn")).unwrap().lines().count(), expected.len());
        if !more.contains(&"--sample") {
            run(&[more, &["-o", "out.pgn", "--rejects", "rest.pgn"][..]].concat()).status(0);
            let rest = String::from_utf8(dir.read("rest.pgn")).unwrap();
            let others =
                ["a", "b", "c", "d", "e", "f"].into_iter().filter(|it| !expected.contains(it));
            assert_eq!(rest, of(&others.collect::<Vec<_>>()), "{more:?}");
            assert_eq!(dir.read("out.pgn"), of(expected).as_bytes(), "{more:?}");
            let counted = run(&[more, &["--count"][..]].concat()).status(0);
            counted.stdout_is(format!("{}\n", expected.len()));
        }
    }
}

#[test]
fn nothing_found_is_status_one() {
    let dir = Dir::with("games.pgn", six());
    dir.pgn().list(&["filter", "--where", "White = \"x\"", "games.pgn"]).status(1).is("", "");
    let arguments = ["filter", "--count", "--where", "false", "games.pgn"];
    assert_eq!(dir.pgn().list(&arguments).status(1).stdout, "0\n");
    dir.run("filter games.pgn", 0);
}

#[test]
fn a_list_has_a_line_a_game() {
    let dir = Dir::with("games.pgn", six());
    let text = "\n[Event \"x\ty\"]\n[White \"Tal\"]\n[Black \"Müller\"]\n[Date \"1960.03.15\"]\n\n\
        1. e4 e5 {novelty} 1-0\n";
    dir.file("more.pgn", format!("{}{text}", six()));
    let arguments = ["filter", "--list", "--where", "comment ~ /novelty/ or White = \"f\""];
    let expected = "games.pgn\t6\t26\t-\tf\t?\t*\t?\t?\n\
        more.pgn\t6\t26\t-\tf\t?\t*\t?\t?\n\
        more.pgn\t7\t32\t2\tTal\tMüller\t?\t1960.03.15\tx y\n";
    dir.pgn().list(&arguments).args("games.pgn more.pgn").status(0).stdout_is(expected);
}

#[test]
fn a_mark_is_a_comment_where_the_game_matched() {
    let dir = Dir::with("games.pgn", "[White  \"a\"]\n\n1.e4 {x}  e5   {y} 2.Nf3 *\n");
    let marked = |expression: &str, text: &str| {
        let arguments = ["filter", "--where", expression, "--mark", text, "games.pgn"];
        dir.pgn().list(&arguments).status(0).stdout
    };
    let expected = "[White  \"a\"]\n\n1.e4 {x}  e5   {y} {HERE} 2.Nf3 *\n\n";
    assert_eq!(marked("comment = \"y\"", "HERE"), expected);
    assert!(marked("White = \"a\"", "HERE").contains("{HERE}"));
    assert!(marked("comment = \"x\"", "{fen}").contains("4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1}"));
}

#[test]
fn a_sample_is_the_same_for_the_same_seed() {
    let dir = Dir::with("games.pgn", games(200));
    let sample = |seed: &str, jobs: &str| {
        let arguments = ["filter", "--sample", "20", "--seed", seed, "-j", jobs, "games.pgn"];
        dir.pgn().list(&arguments).status(0).stdout
    };
    assert_eq!(sample("7", "1"), sample("7", "4"));
    assert_ne!(sample("7", "1"), sample("8", "1"));
    assert_eq!(sample("7", "1").matches("[White ").count(), 20);
}

#[test]
fn games_without_an_end_get_one_and_other_text_is_told() {
    let dir = Dir::with("a.pgn", "[White \"a\"]\n\n1. e4");
    dir.file("b.pgn", "[White \"b\"]\n\n1. e4 ( 1. d4 *\n\n[White \"c\"]\n\n*\n\nlost words\n");
    let ran = dir.run("filter a.pgn b.pgn", 0);
    let expected =
        "[White \"a\"]\n\n1. e4\n*\n\n[White \"b\"]\n\n1. e4 (1. d4) *\n\n[White \"c\"]\n\n*\n\n";
    assert_eq!(ran.stdout, expected);
    assert!(ran.stderr.contains("a.pgn: 1 game without a termination marker"), "{}", ran.stderr);
    assert!(ran.stderr.contains("b.pgn: 1 game with an unclosed end"), "{}", ran.stderr);
    assert!(ran.stderr.contains("text after the last game was left out"), "{}", ran.stderr);
    dir.file("page.pgn", "<!DOCTYPE html><html><body>no games</body></html>\n");
    dir.run("filter --count page.pgn a.pgn", 2).stdout_is("1\n").stderr_has("this is not PGN");
}

#[test]
fn outputs_are_no_inputs_and_stay_whole() {
    let dir = Dir::with("games.pgn", six());
    dir.file("old.pgn", "old");
    dir.run("filter games.pgn -o games.pgn", 2).stderr_has("is also an input");
    dir.run("filter games.pgn --rejects games.pgn", 2).stderr_has("is also an input");
    dir.run("filter games.pgn -o x.pgn --rejects x.pgn", 2)
        .stderr_has("is named by both `-o` and `--rejects`");
    dir.pgn().list(&["filter", "--where", "elo >", "games.pgn", "-o", "old.pgn"]).status(2);
    assert_eq!(dir.read("old.pgn"), b"old");
}

#[test]
fn a_plan_can_be_read() {
    let dir = Dir::new();
    let arguments = ["filter", "--explain", "--where", "plycount > 80 and White = \"Tal, Mihail\""];
    let expected = "bytes: \"Mihail\"\n\
        tags: White = \"Tal, Mihail\"\n\
        whole game: plycount > 80\n\
        order:\n  all of  (whole game)\n    White = \"Tal, Mihail\"  (tags)\n    plycount > 80  (whole game)\n";
    dir.pgn().list(&arguments).status(0).stdout_is(expected);
    for (expression, bytes) in [
        ("White ~ /^Kasparov|^Karpov/", "\"Karpov\" or \"Kasparov\""),
        ("White ~ /^kasparov/i", "\"parov\" in any case"),
        ("White ~ \"tal\"", "\"tal\" in any case or a character outside of ASCII"),
        (
            "White = \"tal m\"w",
            "\"tal\" in any case or a character outside of ASCII, or an apostrophe",
        ),
    ] {
        let ran = dir.pgn().list(&["filter", "--explain", "--where", expression]).output();
        ran.status(0).stdout_starts(format!("bytes: {bytes}\n"));
    }
    let ran = dir.pgn().list(&["filter", "--explain", "--where", "White ~ /a.b/"]).output();
    assert!(ran.status(0).stdout.starts_with("tags: "));
    dir.run("filter --explain", 2);
}

#[test]
fn games_are_compared_with_the_lines_of_a_file() {
    let dir = Dir::with("games.pgn", "1. e4 e5 2. Nf3 *\n\n1. e4 d5 *\n\n1. d4 e5 *\n");
    dir.file("mine.pgn", "1. e4 e5 (1... c5) 2. Nf3 *\n");
    dir.run("convert mine.pgn -o mine.si4", 0);
    for file in ["mine.pgn", "mine.si4"] {
        for (expression, count) in [
            (format!("follows @{file}"), "1\n"),
            (format!("leaves @{file} by black"), "1\n"),
            (format!("leaves @{file}"), "2\n"),
            (format!("position in @{file} at end"), "1\n"),
        ] {
            let arguments = ["filter", "--count", "--where", &expression, "games.pgn"];
            dir.pgn().list(&arguments).status(0).stdout_is(count);
        }
    }
    let mark = ["filter", "--where", "leaves @mine.pgn", "--mark", "left", "games.pgn"];
    let marked = dir.pgn().list(&mark).status(0);
    assert!(marked.stdout.contains("1. e4 d5 {left} *"), "{}", marked.stdout);
    let missing = ["filter", "--where", "follows @no.pgn", "games.pgn"];
    dir.pgn().list(&missing).status(2).stderr_has("no.pgn");
}
