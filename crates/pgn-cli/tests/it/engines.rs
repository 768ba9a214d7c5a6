//! `pgn epd solve` and `pgn epd analyze` with engines that behave, and with such that do not.
//!
//! Standard: §16.2.5. Decisions: D-50.
#![cfg(unix)]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::scratch::Dir;

/// An engine in the language of the shell. Its first argument is what it does wrong; it does that
/// where the position has a black pawn on h7, so that other positions show that the work goes on.
const ENGINE: &str = r##"#!/bin/sh
mode=$1; bad=no
test "$mode" = start-dies && exit 3
test "$mode" = mute && { cat >/dev/null; exit 0; }
while read -r line; do
  case $line in
    uci) echo "id name Script"; echo "option name Hash type spin default 1"; echo uciok;;
    isready) echo readyok;;
    "position fen "*) case $line in *"7p"*) bad=$mode;; *) bad=no;; esac;;
    go*)
      case $bad in
        dies) echo "info depth 1 score cp 5 pv"; exit 7;;
        hangs) while read -r more; do test "$more" = stop && break; done
          echo "bestmove e1d2"; continue;;
        deaf) while read -r more; do :; done; exit 0;;
        nonsense) echo "bestmovee1"; printf '\377\376 nothing\n'; echo "info depth x score cp pv";
          echo "bestmove z9z9"; continue;;
        scoreless) echo "info depth 5 nodes 9 pv e1d2"; echo "bestmove e1d2"; continue;;
        illegal) echo "info depth 5 score cp 9 pv e1e8"; echo "bestmove e1e8"; continue;;
        floods) while :; do echo "info string again and again"; done;;
        mates) echo "info depth 5 score mate 2 nodes 9 pv e1d2"; echo "bestmove e1d2"; continue;;
      esac
      echo "info depth 1 seldepth 1 score cp 10 nodes 20 time 2 pv e1f2"
      echo "info depth 5 score cp 35 nodes 1000 time 40 pv e1d2 e8d7 e2e4"
      echo "info depth 5 currmove e1d2 currmovenumber 1"
      echo "bestmove e1d2 ponder e8d7";;
    quit) exit 0;;
  esac
done
"##;

const GOOD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
const BAD: &str = "4k3/7p/8/8/8/8/4P3/4K3 w - -";

/// A folder with that engine.
pub(crate) fn dir() -> Dir {
    let dir = Dir::new();
    script(&dir, "engine", ENGINE);
    dir
}

/// Puts a program into a folder. Another process writes it: while this one holds it open, tests
/// beside it may start programs that inherit the open file, and no system runs such a program.
pub(crate) fn script(dir: &Dir, name: &str, text: &str) {
    let mut child = Command::new("sh")
        .args(["-c", "cat >\"$0\" && chmod 755 \"$0\"", name])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_suite_is_scored() {
    let dir = dir();
    let suite = format!(
        "{GOOD} bm Kd2; id \"right\";\n{GOOD} bm Kf2; id \"wrong\";\n{GOOD} am Kd2;\n\
         {GOOD} dm 3; id \"mate\";\n{GOOD} id \"nothing\";\n# remark\n"
    );
    dir.file("a.epd", suite);
    let ran = dir.run("epd solve --engine ./engine --time 5 a.epd", 0);
    let rows: Vec<Vec<&str>> =
        ran.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        rows[1],
        ["right", "yes", "Kd2", "Kd2", "5", "0.04", "1000", "5", "+0.35", "1000", "0.04"]
    );
    assert_eq!(rows[2][..4], ["wrong", "no", "Kd2", "Kf2"]);
    assert_eq!(rows[3][..5], ["3", "no", "Kd2", "not", "Kd2"]);
    assert_eq!(rows[4][..3], ["mate", "no", "Kd2"]);
    assert!(ran.stdout.contains("\nsolved 1 of 4 (25.0 %)\nfound after 0.04 s"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("skipped 1 without a task\n"), "{}", ran.stdout);
    dir.run("epd solve --engine ./engine -j 3 a.epd", 0).stdout_is(ran.stdout);
}

#[test]
fn a_mate_in_time_solves_dm() {
    let dir = dir();
    let tasks = ["dm 3; id \"later\";", "dm 2; id \"in time\";", "dm 1; id \"too late\";"];
    dir.file("a.epd", tasks.map(|task| format!("{BAD} {task}\n")).concat());
    let engine = "./engine mates";
    let ran = dir.pgn().args("epd solve a.epd --engine").arg(engine).status(0);
    for (name, is_solved) in [("later", "yes"), ("in time", "yes"), ("too late", "no")] {
        let row = ran.stdout.lines().find_map(|line| line.trim_start().strip_prefix(name));
        let cell = row.and_then(|row| row.split_whitespace().next());
        assert_eq!(cell, Some(is_solved), "{}", ran.stdout);
    }
}

#[test]
fn what_the_engine_thinks_goes_into_the_record() {
    let dir = dir();
    let mated = "7k/5KQ1/8/8/8/8/8/8 b - -";
    let stalemate = "7k/5K2/6Q1/8/8/8/8/8 b - -";
    let dead = "4k3/8/8/8/8/8/8/4K3 w - -";
    dir.file(
        "a.epd",
        format!(
            "# x\n{GOOD} ce 1; id \"a\";\n{mated} ce -5; dm 1;\n{stalemate}\n{dead} ce 9; dm 4;\nno\n"
        ),
    );
    let command = "epd analyze --engine ./engine --option Hash=16 a.epd -o b.epd";
    dir.run(command, 0).stdout_is("");
    let expected = format!(
        "# x\n{GOOD} acd 5; acn 1000; acs 0; ce 35; id \"a\"; pm Kd2; pv Kd2 Kd7 e4;\n{mated}\n\
         {stalemate} ce 0;\n{dead} acd 5; acn 1000; acs 0; ce 0; pm Kd2; pv Kd2 Kd7;\nno\n"
    );
    assert_eq!(String::from_utf8(dir.read("b.epd")).unwrap(), expected);
    // The text of 1994 has no acd: `check` reports this for archives, and it can be left out.
    let ran = dir.pgn().args("check --profile archival --format concise --all b.epd").output();
    assert_eq!(ran.stdout.matches("F226").count(), 2, "{}", ran.stdout);
    assert!(!dir.pgn().args("check b.epd").output().stdout.contains("F226"));
    dir.file("c.epd", format!("{GOOD} acd 9; ce 1;\n"));
    let ran = dir.pgn().args(&format!("{command} --opcodes 1994").replace("a.epd", "c.epd"));
    ran.status(0);
    let expected = format!("{GOOD} acn 1000; acs 0; ce 35; pm Kd2; pv Kd2 Kd7 e4;\n");
    assert_eq!(String::from_utf8(dir.read("b.epd")).unwrap(), expected);
}

#[test]
fn an_engine_that_fails_is_reported_and_the_rest_goes_on() {
    let dir = dir();
    dir.file("a.epd", format!("{GOOD} bm Kd2;\n{BAD} bm Kd2; id \"bad\";\n{GOOD} bm Kd2;\n"));
    let cases = [
        ("dies", "pgn: bad: the engine has ended (exit status: 7)", "solved 2 of 3"),
        ("deaf", "pgn: bad: the engine does not respond to `stop`", "solved 2 of 3"),
        ("hangs", "", "solved 3 of 3"),
        ("nonsense", "pgn: bad: the engine returns an illegal move: `z9z9`", "solved 2 of 3"),
        ("floods", "pgn: bad: the engine does not respond to `stop`", "solved 2 of 3"),
    ];
    for (mode, said, counted) in cases {
        let command = "epd solve --time 0.2 --patience 1 a.epd --engine";
        let engine = format!("./engine {mode}");
        let status = if said.is_empty() { 0 } else { 2 };
        dir.pgn().args(command).arg(&engine).status(status).stderr_has(said).stdout_has(counted);
    }
}

#[test]
fn an_engine_that_never_works_is_given_up() {
    let dir = dir();
    let suite = format!("{GOOD} bm Kd2;\n").repeat(20);
    dir.file("a.epd", suite);
    for (mode, said) in [
        ("start-dies", "the engine has ended (exit status: 3)"),
        ("mute", "the engine answers neither `uci`"),
    ] {
        let engine = format!("./engine {mode}");
        let command = "epd solve --patience 0.3 a.epd --engine";
        let ran = dir.pgn().args(command).arg(&engine).status(2);
        ran.stderr_has(said).stderr_has("the engine was not used: it failed 3 times in a row");
        ran.stdout_has("failed 20\n");
    }
    let ran = dir.run("epd solve --engine ./missing a.epd", 2);
    ran.stderr_has("the engine cannot be started: ./missing: no such").stdout_is("");
    dir.run("epd solve a.epd", 2);
    dir.run("epd solve --engine ./engine --time 0 a.epd", 2);
}

/// A real engine, where one is installed.
pub(crate) fn stockfish() -> Option<String> {
    let program = pgn_testing::program("stockfish", ["quit"])?;
    Some(program.to_str().unwrap().to_owned())
}

#[test]
fn stockfish_finds_mates() {
    let Some(program) = stockfish() else { return };
    let dir = Dir::new();
    let back_rank = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
    let two_rooks = "7k/8/8/8/8/8/R7/1R4K1 w - -";
    dir.file("a.epd", format!("{back_rank} bm Ra8#; dm 1;\n{two_rooks} dm 2;\n"));
    let command = format!("epd solve --depth 12 -j 2 a.epd --engine {program}");
    dir.run(&command, 0).stdout_has("solved 2 of 2 (100.0 %)");
    let command = format!("epd analyze --depth 12 a.epd --engine {program}");
    let ran = dir.run(&command, 0);
    ran.stdout_has(" ce 32766; dm 1; pm Ra8#; pv Ra8#;\n").stdout_has(" ce 32764; dm 2; pm ");
    dir.file("b.epd", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -\n");
    let command = format!("epd analyze --depth 4 b.epd --engine {program}");
    dir.run(&command, 0).stdout_has(" acd 4; ");
}

#[test]
fn an_answer_that_is_none_is_told() {
    let dir = dir();
    let text = format!("{GOOD} id \"good\";\n{BAD} id \"bad\";\n");
    dir.file("a.epd", text);
    for (mode, said) in [
        ("scoreless", "pgn: record 2: the engine returns no score"),
        ("illegal", "pgn: record 2: the engine returns an illegal move: `e1e8`"),
    ] {
        let engine = format!("./engine {mode}");
        let ran = dir.pgn().args("epd analyze --time 0.2 a.epd --engine").arg(&engine).output();
        assert_eq!(ran.status, Some(2), "{mode}: {ran:?}");
        assert!(ran.stderr.contains(said), "{mode}: {}", ran.stderr);
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert!(lines[0].contains("ce 35"), "{mode}: {lines:?}");
        assert_eq!(lines[1], format!("{BAD} id \"bad\";"), "{mode}");
    }
}

/// A signal that stops the program stops its engine, also one that does not listen.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_does_not_outlive_the_program() {
    let dir = Dir::new();
    let text = "#!/bin/sh\necho $$ >pid\ntrap '' PIPE\nwhile :; do sleep 0.1; done\n";
    script(&dir, "engine", text);
    dir.file("a.epd", format!("{GOOD}\n"));
    let mut pgn = Command::new(env!("CARGO_BIN_EXE_pgn"));
    pgn.args("epd analyze --patience 60 --engine ./engine a.epd".split(' '));
    let mut pgn = pgn.current_dir(dir.path()).stdout(Stdio::null()).spawn().unwrap();
    let pid = loop {
        match std::fs::read_to_string(dir.at("pid")) {
            Ok(pid) if pid.ends_with('\n') => break pid,
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let sent = Command::new("kill").arg(pgn.id().to_string()).status().unwrap();
    assert!(sent.success());
    assert!(!pgn.wait().unwrap().success());
    let is_gone = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z "))
    };
    let until = Instant::now() + Duration::from_secs(3);
    while !is_gone() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(is_gone(), "the engine still runs");
}
