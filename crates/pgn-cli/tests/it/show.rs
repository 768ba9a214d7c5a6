//! `pgn show` as a person and a script meet it.
//!
//! Standard: §16.1, §16.2. Decisions: D-47, D-59, D-63.

use crate::scratch::Dir;

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
                     [White \"Müller\"]\n[Black \"?\"]\n\n1. e4 {[%csl Ge5][%cal Gd2d4]} (1. c4) e5 *\n";

fn dir() -> Dir {
    Dir::with("a.pgn", GAMES)
}

#[test]
fn the_end_of_a_game_or_a_position_on_the_way_is_shown() {
    let dir = dir();
    let shown = |line: &str| dir.pgn().args("show a.pgn").args(line).status(0).stdout;
    let end = shown("--to ascii");
    assert!(end.starts_with("A - B\nafter 2... Qh4#\n\n8 r n b . k b n r\n"), "{end}");
    assert!(end.ends_with("4 . . . . . . P q\n3 . . . . . P . .\n2 P P P P P . . P\n1 R N B Q K B N R\n  a b c d e f g h\nWhite to move\n"), "{end}");
    assert_eq!(shown("--game 1 --ply 4 --to ascii"), end);
    assert!(shown("--ply 0 --to ascii").starts_with("A - B\nat the start\n\n8 r n b q k b n r\n"));
    assert!(shown("--game 2 --ply 1").starts_with("Müller – ?\nafter 1. e4\n\n8 ♜ ♞"));
    assert!(shown("--game 2 --to ascii").starts_with("M?ller - ?\n"));
    let fen = shown("--game 2 --to fen");
    assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n");
}

/// The keys that the page on section 19 has, and the same key in `--where`.
#[test]
fn the_key_of_a_position_is_shown_and_can_be_asked_for() {
    // PGN-19-01
    let dir = dir();
    let page = include_str!("../../../../spec/19-hash.md");
    let rows: Vec<(&str, &str)> = page
        .lines()
        .filter(|line| !line.starts_with("Evidence:"))
        .filter_map(|row| row.split_once(" | "))
        .collect();
    assert!(rows.len() >= 8, "{rows:?}");
    for (fen, key) in rows {
        let show = dir.pgn().args("show --to key");
        let show =
            if fen == "start" { show.args("a.pgn --ply 0") } else { show.args("--fen").arg(fen) };
        assert_eq!(show.status(0).stdout, format!("{key}\n"), "{fen}");
    }
    let key = dir.run("show a.pgn --game 2 --ply 1 --to key", 0).stdout;
    let key = key.trim();
    for question in [format!("key \"{key}\""), format!("key {key}"), format!("position \"{key}\"")]
    {
        let ran = dir.pgn().list(&["filter", "--count", "--where", &question, "a.pgn"]).output();
        assert_eq!(ran.status(0).stdout, "1\n", "{question}");
    }
    let impossible = dir.pgn().args("show --to key --fen").arg("8/8/8/8/8/8/8/8 w - -").output();
    assert!(impossible.status(2).stderr.contains("no game can reach this position"));
}

#[test]
fn the_board_is_seen_from_either_side() {
    let dir = dir();
    let shown = |line: &str| dir.pgn().args("show a.pgn").args(line).status(0).stdout;
    let black = shown("--ply 0 --side black --to ascii");
    assert!(black.contains("\n1 R N B K Q B N R\n") && black.contains("\n  h g f e d c b a\n"));
    assert_eq!(shown("--ply 0 --flip --to ascii"), black);
    assert_eq!(shown("--ply 0 --flip --side black --to ascii"), shown("--ply 0 --to ascii"));
    let bare = shown("--ply 0 --coordinates hidden --to ascii");
    assert!(bare.contains("\n\nr n b q k b n r\n") && !bare.contains("a b c"), "{bare}");
}

#[test]
fn positions_and_moves_come_from_the_command_line_too() {
    let dir = dir();
    let shown = |args: &[&str]| {
        let mut cmd = dir.pgn().args("show");
        for arg in args {
            cmd = cmd.arg(arg);
        }
        cmd.status(0).stdout
    };
    let fen = "8/8/k1P5/7p/8/8/8/7K w - - 0 1";
    assert_eq!(shown(&["--fen", fen, "--to", "fen"]), format!("{fen}\n"));
    let record = "8/8/k1P5/7p/8/8/8/7K w - - bm Kg2; id \"study\";";
    assert_eq!(shown(&["--fen", record, "--to", "fen"]), format!("{fen}\n"));
    let moved = shown(&["--moves", "1. e4 c5 2. g1f3, d7-d6", "--to", "fen"]);
    assert_eq!(moved, "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3\n");
    let german = shown(&["--moves", "e4 e5 Sf3", "--moves-language", "de", "--to", "fen"]);
    assert!(german.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"), "{german}");
    // A position that no game reaches.
    let odd = shown(&["--fen", "8/8/8/8/8/8/8/P6k b - - 0 1", "--to", "ascii"]);
    assert!(odd.contains("1 P . . . . . . k\n"), "{odd}");
}

#[test]
fn a_file_of_positions_has_one_a_line() {
    let dir = dir();
    dir.file("a.epd", "8/8/8/8/8/8/8/K1k5 w - - id \"a\";\n# remark\n8/8/8/8/8/8/8/K2k4 b - - ;\n");
    dir.run("show a.epd --game 2 --to fen", 0).stdout_is("8/8/8/8/8/8/8/K2k4 b - - 0 1\n");
    dir.run("show a.epd --game 3", 2).stderr_has("has only 2 games");
}

#[test]
fn a_picture_has_marks_and_the_last_move() {
    let dir = dir();
    dir.run("show a.pgn --game 2 --ply 1 -o a.svg", 0);
    let picture = String::from_utf8(dir.read("a.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    assert!(picture.contains("<title>Müller – ?, after 1. e4</title>"), "{picture}");
    assert_eq!(picture.matches("<use ").count(), 32);
    assert_eq!(picture.matches("fill-opacity=\".5\"").count(), 2, "two squares of the move");
    assert_eq!(picture.matches("stroke-opacity").count(), 1, "a square that is marked");
    assert_eq!(picture.matches("fill-opacity=\".75\"").count(), 1, "an arrow");
    dir.run("show a.pgn --to svg --pixels 100", 0).stdout_has("width=\"100\" height=\"100\"");
}

#[test]
fn a_picture_of_pixels_looks_as_the_other_and_has_its_limits() {
    let dir = dir();
    dir.run("show a.pgn --game 2 --ply 1 --pixels 64 -o a.png", 0);
    let png = dir.read("a.png");
    // The header has the width and the height.
    assert_eq!(&png[16..24], [0, 0, 0, 64, 0, 0, 0, 64]);
    for theme in ["dark", "print"] {
        dir.pgn()
            .args("show a.pgn --game 2 --ply 1 --pixels 64 -o b.png --theme")
            .args(theme)
            .status(0);
        assert_ne!(dir.read("b.png"), png, "{theme}");
    }
    dir.run("show a.pgn --theme dark --to svg", 0).stdout_has("fill=\"#1e1c19\"");
    // Mate: the king's square is red.
    dir.run("show a.pgn --to svg", 0).stdout_has("fill=\"#d92f23\" fill-opacity=\".65\"");
    let large = dir.run("show a.pgn --pixels 4097 -o c.png", 2);
    large.stderr_has("a PNG has at most 4096 pixels on a side");
    assert!(!dir.names().contains(&"c.png".to_owned()));
}

#[test]
fn what_is_not_there_is_said() {
    let dir = dir();
    for (line, why) in [
        ("show a.pgn --game 3", "a.pgn: has only 2 games"),
        ("show a.pgn --game 0", "a.pgn: has only 2 games"),
        ("show a.pgn --ply 5", "a.pgn: game 1: has 4 plies, not 5"),
        ("show no.pgn", "no.pgn"),
        ("show --fen x", "no position can be read"),
        ("show --moves e4,e4", "`e4`"),
        ("show a.pgn --moves Ke2", "`Ke2`"),
        ("show a.pgn --fen 8/8/8/8/8/8/8/K1k5", "cannot be used with"),
        ("show --pixels 1", "16"),
    ] {
        dir.run(line, 2).stdout_is("").stderr_has(why);
    }
    dir.feed("show -", GAMES, 0).stdout_starts("A – B\n");
}

#[test]
fn a_name_that_promises_another_form_is_refused() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    for (line, hint) in [
        (
            "show a.pgn -o b.gif",
            "b.gif: this command does not write .gif files (name it .svg, .png, .fen, .txt)",
        ),
        ("fmt a.pgn -o x.7z", "x.7z: this command does not write .7z files (name it .pgn, .txt)"),
        ("filter a.pgn -o x.pgn --rejects y.pdf", "y.pdf: this command does not write .pdf files"),
        ("convert --to svg a.pgn -o x.gif", "x.gif: this command does not write .gif files"),
        ("stats a.pgn -o x.epd", "x.epd: this command does not write .epd files"),
    ] {
        dir.run(line, 2).stderr_has(hint);
        assert_eq!(dir.names(), ["a.pgn"], "{line}");
    }
    for line in ["show a.pgn -o b.svg", "fmt a.pgn -o x.clean", "stats a.pgn -o x.html"] {
        dir.run(line, 0);
    }
}
