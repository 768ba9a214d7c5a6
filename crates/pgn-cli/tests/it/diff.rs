//! `pgn diff`: games compared as games, in files that were edited.
//!
//! Standard: §8. Decisions: D-14, D-22.

use serde_json::Value;

use crate::scratch::{Dir, games};

const BEFORE: &str = "\
[Event \"Club\"]\n[Date \"2001.01.01\"]\n[White \"Tal, M.\"]\n[Black \"Ek\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 {best} 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 a6 1-0\n\n\
[Event \"Club\"]\n[White \"Bo\"]\n[Black \"Ek\"]\n[Result \"*\"]\n\n1. d4 d5 *\n\n\
[Event \"Liga\"]\n[White \"Zed\"]\n[Black \"Yan\"]\n[Result \"*\"]\n\n1. c4 *\n";

const AFTER: &str = "\
[Event \"Liga\"]\n[White \"New\"]\n[Black \"Man\"]\n[Result \"*\"]\n\n1. g3 *\n\n\
[Event \"Club\"]\n[White \"Bo\"]\n[Black \"Ek\"]\n[Result \"*\"]\n\n1.d2-d4   d5 *\n\n\
[Event \"Club\"]\n[Date \"2001.01.02\"]\n[White \"Tal, M.\"]\n[Black \"Ek\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 {better} 2. f4 $1 (2. Nf3 Nc6 3. Bc4) 2... exf4 3. Nf3 1-0\n";

#[test]
fn what_became_of_each_game_is_told() {
    let dir = Dir::with("a.pgn", BEFORE);
    dir.file("b.pgn", AFTER);
    let expected = "\
+++ b.pgn, game 1: New - Man, Liga
@ not there before

--- a.pgn, game 3: Zed - Yan, Liga
@ not there any more

--- a.pgn, game 1: Tal, M. - Ek, Club, 2001.01.01
+++ b.pgn, game 3: Tal, M. - Ek, Club, 2001.01.02
@ moved to another place
- [Date \"2001.01.01\"]
+ [Date \"2001.01.02\"]
@ after 1... e5
- {best}
+ {better}
@ after 1... e5
- 2. Nf3 (a variation now)
+ 2. f4 (a variation before)
@ after 2. f4, in (2. f4)
+ $1
@ after 2..., in (2. f4)
+ 3. Nf3
@ after 2..., in (2. Nf3)
- 3. Bb5 a6
+ 3. Bc4
";
    dir.run("diff a.pgn b.pgn", 1).is(expected, "");
    let ran = dir.run("diff a.pgn b.pgn --ignore tags,comments,nags -j 2", 1);
    assert!(!ran.stdout.contains("[Date") && !ran.stdout.contains("{best}"), "{}", ran.stdout);
    let ran = dir.run("diff --stats a.pgn b.pgn", 1);
    let counts: Vec<&str> =
        ran.stdout.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(counts, ["3", "3", "1", "1", "1", "1", "1"], "{}", ran.stdout);
}

#[test]
fn layout_is_no_difference() {
    let dir = Dir::with("raw.pgn", games(300));
    dir.run("fmt -q raw.pgn -o a.pgn", 0);
    let text = String::from_utf8(dir.read("a.pgn")).unwrap();
    let other = text.replace(". ", ".").replace("e5", "e7e5").replace('\n', "\r\n");
    assert_ne!(text, other);
    dir.file("b.pgn", other);
    for line in ["diff a.pgn a.pgn", "diff a.pgn b.pgn", "diff --stats b.pgn a.pgn -j 3"] {
        let ran = dir.run(line, 0);
        assert!(line.contains("--stats") || ran.stdout.is_empty(), "{}", ran.stdout);
    }
    // A game taken from the middle and put at the end is one that moved, and no other.
    let from = text[..text.find("[White \"Player 150\"]").unwrap()].rfind("[Event").unwrap();
    let to = from + 1 + text[from + 1..].find("[Event").unwrap();
    dir.file("c.pgn", format!("{}{}{}", &text[..from], &text[to..], &text[from..to]));
    let expected = "--- a.pgn, game 151: Player 150 - J\u{f6}rg\n\
        +++ c.pgn, game 300: Player 150 - J\u{f6}rg\n@ moved to another place\n";
    dir.run("diff a.pgn c.pgn", 1).stdout_is(expected);
}

#[test]
fn json_has_all_of_it() {
    let dir = Dir::with("a.pgn", BEFORE);
    dir.file("b.pgn", AFTER);
    let ran = dir.run("diff --format json a.pgn b.pgn", 1);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&report["same"], &report["changed"]), (&1.into(), &1.into()));
    let list = report["games"].as_array().unwrap();
    let numbers: Vec<String> =
        list.iter().map(|game| format!("{} {}", game["before"], game["after"])).collect();
    assert_eq!(numbers, ["null 1", "3 null", "1 3"]);
    let changes = list[2]["changes"].as_array().unwrap();
    let kinds: Vec<&str> = changes.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["tag", "comment", "moves", "nag", "moves", "moves"]);
    assert_eq!(changes[2]["promoted"], true);
    assert_eq!(changes[5]["before"], serde_json::json!(["Bb5", "a6"]));
    assert_eq!(changes[5]["line"], serde_json::json!(["2. Nf3"]));
    let same = dir.run("diff --format json a.pgn a.pgn", 0);
    assert_eq!(
        serde_json::from_str::<Value>(&same.stdout).unwrap()["games"],
        serde_json::json!([])
    );
}

#[test]
fn two_games_are_compared_by_their_numbers() {
    let dir = Dir::with("a.pgn", BEFORE);
    dir.run("diff --game 2,3 a.pgn a.pgn", 1).stdout_has("@ start\n- 1. d4 d5\n+ 1. c4\n");
    dir.run("diff --game 2 a.pgn a.pgn", 0);
    dir.run("diff --game 4 a.pgn a.pgn", 2)
        .stderr_is("pgn: a.pgn: there is no game 4, the last one is 3\n");
    for (line, why) in [
        ("--game 1,2,3 a.pgn a.pgn", "expected one or two numbers"),
        ("--ignore spaces a.pgn a.pgn", "expected some of comments, nags"),
        ("a.pgn missing.pgn", "missing.pgn"),
        ("a.pgn", "<AFTER>"),
    ] {
        dir.run(&format!("diff {line}"), 2).stderr_has(why);
    }
}

#[test]
fn colors_are_for_those_who_want_them() {
    let dir = Dir::with("a.pgn", BEFORE);
    dir.file("b.pgn", BEFORE.replace("{best}", "{\u{1b}[2Jbest}"));
    dir.run("diff --color always a.pgn b.pgn", 1).stdout_has("\u{1b}[31m- {best}\u{1b}[0m\n");
    let plain = dir.run("diff a.pgn b.pgn", 1).stdout;
    assert!(!plain.contains('\u{1b}'), "{plain}");
}

#[test]
fn only_what_is_selected_is_compared() {
    let dir = Dir::with("a.pgn", BEFORE);
    dir.file("b.pgn", AFTER);
    let line = "diff a.pgn b.pgn --ignore tags,comments,nags,variations,order --where";
    let ran = dir.pgn().args(line).arg("player = \"Tal, M.\"").status(1);
    let head = "--- a.pgn, game 1: Tal, M. - Ek, Club, 2001.01.01\n+++ b.pgn, game 3: Tal, M. - Ek";
    ran.stdout_starts(head);
    assert_eq!(ran.stdout.matches("+++ ").count(), 1, "{}", ran.stdout);
    dir.pgn().args(line).arg("player = \"Bo\"").status(0).stdout_is("");
    // Numbers are those of the files.
    let line = "diff a.pgn b.pgn --game 2,1 --where";
    let why = "b.pgn: game 1 does not match --where";
    dir.pgn().args(line).arg("player = \"Bo\"").status(2).stderr_has(why);
    let line = "diff a.pgn b.pgn --game 2 --where";
    dir.pgn().args(line).arg("player = \"Bo\"").status(0).is("", "");
    let ran = dir.pgn().args(line).arg("player =").status(2);
    assert!(ran.stderr.contains('^'), "{}", ran.stderr);
}
