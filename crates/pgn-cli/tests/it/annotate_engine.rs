//! `pgn annotate --engine`: evaluations, glyphs and lines, from engines that behave and others.
//!
//! Standard: §5, §8.2.4, §10. Decisions: D-11.
#![cfg(unix)]

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::engines::{dir, script, stockfish};
use crate::scratch::{Dir, Ran};

/// The scripted engine thinks 0.35 of every position, for the side to move.
const GOOD: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n[SetUp \"1\"]\r\n\r\n\
    1.Kd2   {g } Kd7 $1 {ok } (1...Ke7) 2. e4 ; l\r\n{[%eval 7.5]} Kd6 *\r\n";

/// In these positions it does the action that its argument names.
const BAD: &str = "\n[FEN \"4k3/7p/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kd2 *\n\n";

fn run(dir: &Dir, line: &str, engine: &str) -> Ran {
    dir.pgn().args("annotate -q").args(line).arg("--engine").arg(engine).output()
}

#[test]
fn evaluations_stand_in_comments_and_all_else_stays() {
    let dir = dir();
    dir.file("a.pgn", GOOD);
    let expected = GOOD
        .replace("{g }", "{g [%eval -0.35] }")
        .replace("{ok }", "{ok [%eval 0.35] }")
        .replace("Kd6 *", "Kd6 {[%eval 0.35]} *");
    run(&dir, "a.pgn", "./engine").status(0).stdout_is(&expected);
    // A position that has an evaluation is not searched again, so an engine that ends when asked to
    // search does no harm.
    dir.file("b.pgn", &expected);
    script(&dir, "idle", "#!/bin/sh\nread a\necho uciok\nread a\necho readyok\nread a\nexit 9\n");
    assert_eq!(run(&dir, "b.pgn", "./idle").status(0).stdout, expected);
    assert_eq!(run(&dir, "--reevaluate b.pgn", "./idle").status(2).stdout, expected);
    let redone =
        run(&dir, "--reevaluate --eval-depth --depth 5 b.pgn", "./engine").status(0).stdout;
    assert_eq!(redone, expected.replace("35]", "35,5]").replace("7.5]", "-0.35,5]"));
    // The order of games and moves does not depend on the number of engines.
    dir.file("c.pgn", GOOD.repeat(9));
    assert_eq!(run(&dir, "-j 3 c.pgn", "./engine").status(0).stdout, expected.repeat(9));
    // Only where the expression holds.
    run(&dir, "--where White=\"Tal\" c.pgn", "./engine").status(0).stdout_is(GOOD.repeat(9));
    run(&dir, "-w a.pgn", "./engine").status(0);
    assert_eq!(String::from_utf8(dir.read("a.pgn")).unwrap(), expected);
}

#[test]
fn an_engine_that_fails_leaves_its_game_as_it_was() {
    let dir = dir();
    let good = GOOD.replace("\r\n", "\n");
    let done = good
        .replace("{g }", "{g [%eval -0.35] }")
        .replace("{ok }", "{ok [%eval 0.35] }")
        .replace("Kd6 *", "Kd6 {[%eval 0.35]} *");
    let cases = [
        ("dies", "game 2: the engine has ended (exit status: 7)"),
        ("deaf", "game 2: the engine does not respond to `stop`"),
        ("nonsense", "game 2: the engine returns no score"),
        ("floods", "game 2: the engine does not respond to `stop`"),
    ];
    for (mode, said) in cases {
        dir.file("a.pgn", format!("{good}{BAD}{good}"));
        let engine = format!("./engine {mode}");
        let ran = run(&dir, "--time 0.2 --patience 1 -w a.pgn", &engine).status(2);
        ran.stderr_has(said).stderr_has("the game was not changed");
        let text = String::from_utf8(dir.read("a.pgn")).unwrap();
        assert_eq!(text, format!("{done}{BAD}{done}"), "{mode}");
    }
}

#[test]
fn an_engine_that_never_works_is_given_up() {
    let dir = dir();
    let text = BAD.repeat(5);
    dir.file("a.pgn", &text);
    let ran = run(&dir, "a.pgn -o b.pgn", "./engine dies").status(2);
    assert_eq!(String::from_utf8(dir.read("b.pgn")).unwrap(), text);
    assert_eq!(ran.stderr.matches("has ended (exit status: 7)").count(), 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("failed too often; 2 games more do not change"), "{}", ran.stderr);
    // A program that is not an engine is detected before anything is written.
    for (engine, said) in [
        ("./engine start-dies", "the engine has ended (exit status: 3)"),
        ("./engine mute", "the engine answers neither `uci`"),
        ("./missing", "the engine cannot be started: ./missing: no such"),
    ] {
        run(&dir, "--patience 0.3 a.pgn -o c.pgn", engine).status(2).stderr_has(said);
        assert!(!dir.at("c.pgn").exists());
    }
    let atomic = "[Variant \"Atomic\"]\n\n1. e4 *\n";
    dir.file("d.pgn", atomic);
    let ran = run(&dir, "d.pgn", "./engine").status(2);
    ran.stderr_has("the engine does not play Atomic").stdout_is(atomic);
    for line in ["--reevaluate", "--lines", "--eval-depth", "--depth 3", "--glyphs=3,2,1"] {
        dir.pgn().args("annotate").args(line).args("a.pgn").status(2);
    }
}

/// An engine that knows a short game by heart.
const FOOLS_MATE: &str = r##"#!/bin/sh
while read -r line; do
  case $line in
    uci) echo uciok;;
    isready) echo readyok;;
    "position fen rnbqkbnr/pppppppp/8/8/8/8/"*) say="cp 30 pv e2e4 e7e5";;
    "position fen rnbqkbnr/pppppppp/"*) say="cp 90 pv e7e5 e2e4";;
    "position fen rnbqkbnr/pppp1ppp/8/4p3/8/"*) say="cp -80 pv g2g3 b8c6 f1g2 g8f6";;
    "position fen "*) say="mate 1 pv d8h4";;
    go*) echo "info depth 9 score $say"; echo "bestmove ${say#* pv }";;
    quit) exit 0;;
  esac
done
"##;

#[test]
fn bad_moves_get_glyphs_and_blunders_a_line() {
    let dir = Dir::new();
    script(&dir, "engine", FOOLS_MATE);
    let game = "1. f3 e5 2. g4 Qh4# 0-1\n";
    dir.file("a.pgn", game);
    let judged = "1. f3 $2 {[%eval -0.90]} e5 {[%eval -0.80]} 2. g4 $4 {[%eval #-1]} \
                  (2. g3 Nc6\n3. Bg2 Nf6) Qh4# 0-1\n";
    run(&dir, "--glyphs --lines a.pgn", "./engine").status(0).stdout_is(judged);
    dir.file("b.pgn", judged);
    assert_eq!(run(&dir, "--glyphs --lines b.pgn", "./engine").status(0).stdout, judged);
    let short = run(&dir, "--lines=1 a.pgn", "./engine").status(0).stdout;
    assert!(short.contains("2. g4 {[%eval #-1]} (2. g3) Qh4#") && !short.contains('$'), "{short}");
    // Evaluations that a game has are enough for glyphs, but for the first move.
    let with_evals = judged.replace(" $2", "").replace(" $4", "");
    dir.file("c.pgn", &with_evals);
    dir.run("annotate -q --glyphs c.pgn", 0).stdout_is(judged.replace(" $2", ""));
    dir.run("annotate -q --glyphs=50,60,70 c.pgn", 0).stdout_is(with_evals);
    // Existing glyphs and variations are not changed.
    dir.file("d.pgn", "1. f3! e5 2. g4 (2. h3) Qh4# 0-1\n");
    let ran = run(&dir, "--glyphs --lines d.pgn", "./engine").status(0).stdout;
    assert!(ran.contains("f3! {[%eval -0.90]}") && ran.contains("} (2. h3) Qh4#"), "{ran}");
    assert_eq!(ran.matches('(').count(), 1, "{ran}");
}

#[test]
fn lines_stay_as_short_as_they_were() {
    let dir = dir();
    let moves =
        "1. Kd2 Kd7 2. Kd3 Kd6 3. Kd4 Kc6 4. Ke5 Kc5 5. e4 Kc4 6. Kf6 Kd4 7. e5 Kd5\n8. e6 *\n";
    let head = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
    dir.file("a.pgn", format!("{head}{moves}"));
    let ran = run(&dir, "a.pgn", "./engine").status(0);
    assert!(ran.stdout.lines().all(|line| line.len() < 80), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("[%eval").count(), 15);
    // A game that is on one long line stays on it.
    let long = format!("{head}{}", moves.replace("5\n8.", "5 8."));
    let long = long.replace(" *", " {and words that make it longer than others are} *");
    dir.file("b.pgn", &long);
    let ran = run(&dir, "b.pgn", "./engine").status(0);
    assert_eq!(ran.stdout.lines().count(), long.lines().count(), "{}", ran.stdout);
}

/// An engine that leaves a mark when it is asked, and does not answer.
const MARKS: &str = r##"#!/bin/sh
while read -r line; do
  case $line in
    uci) echo uciok;;
    isready) echo readyok;;
    go*) : >asked;;
  esac
done
"##;

#[test]
fn a_signal_leaves_the_old_file_whole() {
    let dir = Dir::with("a.pgn", BAD);
    script(&dir, "engine", MARKS);
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgn"))
        .current_dir(dir.path())
        .args(["annotate", "-w", "--depth", "5", "--patience", "60", "a.pgn"])
        .args(["--engine", "./engine"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !dir.at("asked").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it waits for the engine");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Not SIGINT, which is ignored in whatever a shell runs in the background.
    let send = format!("kill -TERM {}", child.id());
    assert!(Command::new("sh").args(["-c", &send]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert_eq!(dir.read("a.pgn"), BAD.as_bytes());
    assert_eq!(dir.names(), ["a.pgn", "asked", "engine"]);
}

#[test]
fn progress_tells_positions_and_the_time_left() {
    let dir = dir();
    script(&dir, "slow", &FOOLS_MATE.replace("go*)", "go*) sleep 0.4;"));
    dir.file("a.pgn", "1. f3 e5 2. g4 g5 3. a3 a6 *\n");
    let pgn = dir.pgn().args("annotate -q --progress always a.pgn --engine ./slow");
    let ran = pgn.env("PGN_PROGRESS_SECONDS", "0.1").output().status(0);
    ran.stderr_has(" of 6 positions, ").stderr_has(" s left");
}

#[test]
fn stockfish_judges_a_short_game() {
    let Some(program) = stockfish() else { return };
    let dir = Dir::with("a.pgn", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. e4 e5 2. Nf3 Nc6 *\n");
    let line = "--depth 10 --glyphs --lines -j 2 a.pgn";
    let text = run(&dir, line, &program).status(0).stdout;
    let single = run(&dir, "--depth 10 --glyphs --lines a.pgn", &program).status(0).stdout;
    assert_eq!(single, text, "one engine thinks as two do");
    let text = text.replace('\n', " ");
    assert!(text.contains("Ke7 $4 {[%eval #1]}"), "{text}");
    assert!(text.contains("3. Qxe5# 1-0 "), "{text}");
    assert_eq!(text.matches("[%eval ").count(), 8, "{text}");
}
