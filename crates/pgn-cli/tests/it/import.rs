//! `pgn import`: its output, its messages, its exit status.
//!
//! Standard: §13. Decisions: D-57.

use pgn_db::source::Compression;

use crate::scratch::{Dir, pack};

const LOG: &str = "\
hello
Anna (1500) vs. Ben (UNR) --- Sat May  1, 10:00 GMT 1999
Rated blitz match, initial time: 5 minutes, increment: 2 seconds.
  1.  e4      (0:00)     e5      (0:02)
      {Ben resigns} 1-0
";

const GAME: &str = "\
[Event \"Rated blitz match\"]
[Site \"Internet NET\"]
[Date \"1999.05.01\"]
[Round \"-\"]
[White \"Anna\"]
[Black \"Ben\"]
[Result \"1-0\"]
[BlackElo \"-\"]
[Mode \"ICS\"]
[Termination \"normal\"]
[Time \"10:00:00\"]
[TimeControl \"300+2\"]
[WhiteElo \"1500\"]

1. e4 e5 {Ben resigns} 1-0

";

#[test]
fn a_log_becomes_games_on_standard_output() {
    let dir = Dir::new();
    let ran = dir.feed("import ics", LOG, 0);
    ran.stdout_is(GAME);
    let said = "pgn: <stdin>: 1 game, 1 line outside games; -v lists them\n";
    assert_eq!(ran.stderr, said);
    let ran = dir.feed("import ics -q --times --site Mill", LOG, 0);
    ran.stdout_has("[Site \"Mill\"]").stderr_is("");
    ran.stdout_has("e5 {[%emt 0:00:02]} {Ben resigns} 1-0");
    let ran = dir.feed("import ics -v", LOG, 0);
    ran.stderr_has("pgn: <stdin>:1: is not part of a game: `hello`\n");
}

#[test]
fn what_was_imported_is_clean_pgn() {
    let dir = Dir::with("a.log", LOG);
    dir.run("import ics -q a.log -o a.pgn", 0);
    dir.run("check --profile modern a.pgn", 0).stdout_is("");
}

#[test]
fn faults_are_told_with_file_line_column_and_game() {
    let dir = Dir::with("a.log", format!("{LOG}{}", LOG.replace("e4   ", "Ke5  ")));
    let ran = dir.run("import ics a.log", 0);
    let said = "pgn: a.log:9:7: game 2: C001 illegal-move: illegal move: `Ke5`\n";
    ran.stderr_starts(said);
    let summary = "a.log: 2 games, 1 finding, 2 lines outside games; -v lists them\n";
    assert!(ran.stderr.ends_with(summary), "{}", ran.stderr);
    assert!(
        ran.stdout.ends_with("{Unplayable: 1. Ke5 e5 [Ben resigns]} 1-0\n\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn folders_and_compression_are_read() {
    let dir = Dir::with("logs/a.log", LOG);
    dir.file("logs/deep/b.txt", LOG);
    dir.file("logs/c.pgn", "1. e4 *");
    dir.file("logs/d.mbox.gz", pack(Compression::Gzip, LOG));
    dir.run("import ics -q logs -o all.pgn.zst", 0).stdout_is("");
    dir.run("fmt -q all.pgn.zst", 0).stdout_is(GAME.repeat(3));
}

#[test]
fn a_text_without_games_is_trouble_and_an_empty_one_is_not() {
    let dir = Dir::new();
    for format in ["ics", "uci", "text"] {
        let import = format!("import {format}");
        let ran = dir.feed(&import, "hello\n", 2);
        ran.stderr_has("<stdin>: no games (-v shows the text)");
        dir.feed(&import, "\n\n", 0).stdout_is("");
        dir.pgn().args(&import).args("no-such-file").status(2).stderr_has("no-such-file");
    }
    dir.run("import", 2).stderr_has("ics").stderr_has("uci");
    dir.run("import chess", 2);
}

#[test]
fn a_target_stays_whole_when_an_input_is_damaged() {
    let dir = Dir::new();
    let mut bytes = pack(Compression::Gzip, LOG);
    bytes.truncate(bytes.len() - 12);
    dir.file("a.log.gz", bytes);
    dir.file("b.log", LOG);
    dir.run("import ics a.log.gz b.log -o out.pgn", 2).stderr_has("a.log.gz");
    // The games that could be read are there, and complete.
    let text = String::from_utf8(dir.read("out.pgn")).unwrap();
    assert!(text.ends_with(GAME), "{text}");
    assert!(dir.names().iter().all(|name| !name.contains("tmp")), "{:?}", dir.names());
}

#[test]
fn moves_in_coordinates_go_there_and_back() {
    let dir = Dir::with("a.pgn", "1. e4 e5 2. Nf3 -- 3. O-O-O *\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let moves = dir.run("convert -q --to uci a.pgn", 0).stdout;
    let ran = dir.feed("import uci", &moves, 0);
    let back = dir.feed("convert -q --to uci", &ran.stdout, 0).stdout;
    assert_eq!(back, moves);
    assert!(ran.stdout.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{}", ran.stdout);
    let ran = dir.pgn().args("import uci --profile reduced").stdin("e2e4 e7e5\n").output();
    assert!(ran.status(0).stdout.ends_with("[Result \"*\"]\n\n1. e4 e5 *\n\n"));
}

#[test]
fn a_game_that_the_profile_refuses_is_told_and_left_out() {
    let dir = Dir::new();
    let text = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n";
    let ran = dir.feed("import uci --profile reduced", text, 2);
    ran.stdout_is("").stderr_has("<stdin>:1: not written: ");
    let ran = dir.pgn().args("import uci --profile reduced --keep-setup").stdin(text).output();
    assert!(ran.status(0).stdout.contains("1. e4 *"));
}

#[test]
fn games_come_out_of_pages_and_mails() {
    let dir = Dir::new();
    let page = "<p>See:<p>1.&nbsp;f3 e5<br>2. g4 d5 3. Ke3 0&ndash;1\n<pre>\n[White \"A &amp; B\"]\n\n1. e4 *\n</pre>";
    dir.file("pages/a.html", page);
    dir.file("pages/b.pgn", "1. e4 *");
    let ran = dir.run("import text -v pages", 0);
    ran.stdout_has("1. f3 e5 2. g4 d5 {Unplayable: 3. Ke3} 0-1\n");
    ran.stdout_has("[White \"A & B\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n");
    ran.stderr_has("a.html:1: game 1 begins\n").stderr_has("a.html:3: game 2 begins\n");
    ran.stderr_has("game 1: C001 illegal-move").stderr_has("is not part of a game: `See:`\n");
    ran.stderr_has("a.html: 2 games, ").stderr_has("1 line outside games");
    let mail = "From: a@b\nContent-Transfer-Encoding: quoted-printable\n\n\
                > 1. f3 e5 2. g4 =\nQh4=23 0-1\n";
    let ran = dir.pgn().args("import text -q --profile reduced").stdin(mail).status(0);
    assert!(ran.stdout.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{}", ran.stdout);
}

#[test]
fn check_says_what_to_do_with_a_page() {
    let dir = Dir::new();
    dir.file("a.pgn", "<!DOCTYPE html><html><pre>1. f3 e5 2. g4 Qh4# 0-1</pre></html>\n");
    dir.run("check a.pgn", 1).stdout_has("`pgn import text` takes the games out of it");
    dir.run("fmt a.pgn", 2).stderr_has("`pgn import text` takes the games out of it");
    dir.run("import text a.pgn", 0).stdout_has("1. f3 e5 2. g4 Qh4# 0-1");
}

/// An archive of Chess.com with one game.
const ARCHIVE: &str = r#"{"games": [{"url": "https://www.chess.com/game/live/1", "tcn": "mC",
  "pgn": "[White \"Anna\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n", "time_control": "180+2",
  "white": {"username": "anna", "rating": 1500, "result": "win"},
  "black": {"username": "ben", "rating": 1450, "result": "resigned"}}]}"#;

#[test]
fn json_becomes_games_from_every_kind_of_input() {
    let dir = Dir::with("a.json", ARCHIVE);
    let ran = dir.run("import json a.json", 0);
    for tag in ["White \"Anna\"", "Black \"ben\"", "WhiteElo \"1500\"", "TimeControl \"180+2\""] {
        ran.stdout_has(format!("[{tag}]"));
    }
    ran.stderr_is("pgn: a.json: 1 game\npgn: a.json: fields without a tag: tcn (1)\n");
    let expected = ran.stdout.clone();
    dir.feed("import json -q", ARCHIVE, 0).stdout_is(&expected);
    let utf16: Vec<u8> =
        std::iter::once(0xFEFF).chain(ARCHIVE.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    dir.file("utf16.json", utf16);
    dir.run("import json -q utf16.json", 0).stdout_is(&expected);
    for compression in [Compression::Gzip, Compression::Zstd] {
        let name = format!("a.json.{}", compression.extension());
        dir.file(&name, pack(compression, ARCHIVE));
        dir.run(&format!("import json -q {name}"), 0).stdout_is(&expected);
    }
    dir.file("folder/deep/a.json", ARCHIVE);
    dir.file("folder/readme.txt", "nothing");
    dir.run("import json -q folder", 0).stdout_is(&expected);
}

#[test]
fn json_without_games_is_an_error_that_says_what_was_looked_for() {
    let dir = Dir::new();
    let ran = dir.feed("import json", "{\"a\": 1}", 2);
    ran.stderr_has("no games; expected an object with `pgn`");
    ran.stderr_has("found an object with `a`");
    dir.feed("import json", "1. e4 e5 *", 2).stderr_has("<stdin>:1:3: not JSON");
    let lines = "{\"pgn\": \"1. e4 *\"}\n{\"pgn\": \"1. d\n{\"pgn\": \"1. c4 *\"}\n";
    let ran = dir.feed("import json", lines, 2);
    ran.stdout_has("1. e4 *").stdout_has("1. c4 *").stderr_has("<stdin>:2:");
    ran.stderr_has("<stdin>: 2 games");
    for empty in ["", " \n", "{\"games\": []}", "[]"] {
        dir.feed("import json", empty, 0).stderr_is("pgn: <stdin>: 0 games\n");
    }
    dir.run("import json missing.json", 2).stderr_has("missing.json: no such file");
}

#[test]
fn json_of_convert_becomes_the_same_games() {
    let dir = Dir::new();
    let games = "[White \"a\"]\n\n1. e4 $1 {x} (1. d4 ;y\n1... d5) 1... e5 {[%clk 0:00:01]} 1-0\n";
    dir.file("a.pgn", games);
    dir.run("convert -q --to jsonl a.pgn -o a.jsonl", 0);
    let expected = dir.run("fmt -q a.pgn", 0).stdout;
    dir.run("import json -q a.jsonl", 0).stdout_is(&expected);
}

#[test]
fn verbs_that_read_games_name_the_one_for_json() {
    let dir = Dir::with("a.json", "{\"games\": [{\"pgn\": \"1. e4 {[%clk 0:01:00]} 1-0\"}]}");
    for line in [
        "fmt",
        "cat",
        "filter --where carlsen",
        "stats",
        "stats --standings",
        "tree",
        "show",
        "view --plain",
        "convert --to uci",
        "convert --to csv",
        "dedupe",
        "sort",
        "merge",
        "index",
        "classify",
        "tag --set A=b",
    ] {
        let ran = dir.run(&format!("{line} a.json"), 2);
        ran.stderr_has("a.json: no games, this is not PGN (it is JSON: `pgn import json`");
    }
    dir.run("check a.json", 1).stdout_has("expected PGN, found JSON");
    dir.run("import json a.json", 0).stdout_has("1. e4");
}

#[test]
fn a_folder_of_livechesscloud_is_a_tournament() {
    let dir = Dir::new();
    let player = |name: &str| format!("{{\"lname\": \"{name}\"}}");
    for round in [1, 2] {
        let pairing = |white: &str, black: &str| {
            let (white, black) = (player(white), player(black));
            format!("{{\"white\": {white}, \"black\": {black}, \"result\": \"1-0\"}}")
        };
        let pairings = [pairing("Anna", "Ben"), pairing("Cox", "Dan")].join(",");
        dir.file(
            &format!("cup/round-{round}/index.json"),
            format!("{{\"pairings\": [{pairings}]}}"),
        );
        let game = r#"{"live": false, "moves": ["e4 60+1"], "result": "1-0"}"#;
        dir.file(&format!("cup/round-{round}/game-2.json"), game);
    }
    dir.file("cup/tournament.json", r#"{"name": "Cup", "rounds": [{}, {}], "timecontrol": "60s"}"#);
    let ran = dir.run("import json cup", 0);
    assert_eq!(ran.stdout.matches("[Event \"Cup\"]").count(), 4);
    ran.stdout_has("[Round \"2.2\"]").stdout_has("1. e4 {[%clk 0:01:00] [%emt 0:00:01]} 1-0");
    dir.run("import json -q cup -o cup.pgn", 0);
    dir.run("stats --standings cup.pgn", 0).stdout_has("4 players, 2 rounds, 4 games");
}
