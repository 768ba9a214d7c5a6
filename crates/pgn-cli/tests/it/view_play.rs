//! Games that `pgn view --plain` plays, and edits that come back after it was killed.
//!
//! Standard: §9.6, §9.8.1.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use pgn_testing::{program, python_chess};

use crate::engines::{script, stockfish};
use crate::scratch::Dir;

/// How long the test waits for output before it fails.
const SILENCE: Duration = Duration::from_secs(120);

/// A session line by line.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    fn begin(dir: &Dir, arguments: &[&str]) -> Session {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pgn"))
            .args(["view", "--plain"])
            .args(arguments)
            .current_dir(dir.path())
            .env("XDG_STATE_HOME", dir.at("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Session { child, input, lines }
    }

    /// Types a line, and returns the output up to a line with a text.
    #[track_caller]
    fn say(&mut self, line: &str, until: &str) -> String {
        self.enter(line);
        self.hear(until)
    }

    fn enter(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    #[track_caller]
    fn hear(&mut self, until: &str) -> String {
        let mut said = String::new();
        while !said.contains(until) {
            let Ok(line) = self.lines.recv_timeout(SILENCE) else {
                panic!("{until:?} was not said:\n{said}");
            };
            said += &line;
            said.push('\n');
        }
        said
    }

    /// Ends it with these lines; returns the output.
    #[track_caller]
    fn end(mut self, lines: &str) -> String {
        self.input.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let mut said = String::new();
        while let Ok(line) = self.lines.recv_timeout(SILENCE) {
            said += &line;
            said.push('\n');
        }
        assert!(self.child.wait().unwrap().success(), "{said}");
        said
    }
}

impl Drop for Session {
    /// Kills the program.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const ONE: &str = "[White \"One\"]\n\n1. e4 *\n";

/// The reading of python-chess of the last game of a file.
fn judged(dir: &Dir, file: &str, expression: &str) -> Option<String> {
    let program = format!(
        "import chess.pgn\nfile = open('{file}')\n\
         while (next := chess.pgn.read_game(file)):\n    game = next\n\
         assert not game.errors\nend = game.end()\n\
         nodes = list(game.mainline())\nprint({expression})\n"
    );
    let ran = Command::new(python_chess()?).args(["-c", &program]).current_dir(dir.path()).output();
    let ran = ran.unwrap();
    assert!(ran.status.success(), "{ran:?}");
    Some(String::from_utf8(ran.stdout).unwrap().trim().to_owned())
}

/// An engine in the language of the shell that answers 1. e4 and 2. Nf3, and then does the action
/// that its first argument names.
const ENGINE: &str = r##"#!/bin/sh
while read -r line; do
  case $line in
    uci) echo "id name The script"; echo uciok;;
    isready) echo readyok;;
    position*) case $line in
      *" e2e4") mv=e7e5;; *" g1f3") mv=b8c6;; *moves*) mv=$1;; *) mv=d2d4;; esac;;
    go*) test "$mv" = dies && exit 3; test "$mv" = thinks && continue
      echo "info depth 7 multipv 1 score cp -31 pv $mv"; echo "bestmove $mv";;
    stop) echo "bestmove 0000";;
    quit) exit 0;;
  esac
done
"##;

#[test]
fn a_person_plays_an_engine_and_the_game_is_kept() {
    let dir = Dir::with("one.pgn", ONE);
    script(&dir, "engine", ENGINE);
    let mut session = Session::begin(&dir, &["--engine", "./engine", "one.pgn"]);
    session.say("match white 5+3", "The game begins.");
    session.say("e4", "1. White: pawn to e4.");
    session.hear("1. Black: pawn to e5.");
    assert!(session.say("save", "played").contains("A game is being played"));
    session.say("delete", "played");
    session.say("nag !", "Done.");
    session.say("Ke3", "cannot reach");
    session.say("Nf3", "2. White: knight to f3.");
    session.hear("2. Black: knight to c6.");
    session.say("clock", "White: 0:0");
    session.hear("Black: 0:0");
    session.say("resign", "White resigns; Black wins.");
    session.end("save\nquit\n");
    let saved = fs::read_to_string(dir.at("one.pgn")).unwrap();
    let (old, new) = saved.split_at(ONE.len());
    assert_eq!(old, ONE);
    for part in [
        "\n[Event \"?\"]",
        "[White \"?\"]\n[Black \"The script\"]\n[Result \"0-1\"]",
        "[BlackType \"program\"]",
        "[TimeControl \"300+3\"]",
        "[WhiteType \"human\"]",
        "[Termination \"normal\"]",
        "1. e4 {[%clk 0:0",
        "e5 $1 {[%eval 0.31,7] [%clk 0:0",
    ] {
        assert!(new.contains(part), "{part}: {new}");
    }
    let expected = "e2e4 e7e5 g1f3 b8c6 0-1 31";
    let expression =
        "*[it.uci() for it in nodes], game.headers['Result'], nodes[1].eval().white().score()";
    assert!(judged(&dir, "one.pgn", expression).is_none_or(|said| said == expected));
    dir.run("check -q one.pgn", 0);
}

#[test]
fn a_game_ends_when_an_engine_fails_or_runs_out_of_time() {
    for (fault, terms, said) in [
        ("e8e1", "white 1+0", "Black returns an illegal move: `e8e1`; White wins."),
        ("dies", "white 1+0", "Black's engine has ended (exit status: 3); no result."),
        ("thinks", "white 0.1+0", "Black has no time left; White wins."),
    ] {
        let dir = Dir::with("one.pgn", ONE);
        script(&dir, "engine", ENGINE);
        let engine = format!("./engine {fault}");
        let mut session = Session::begin(&dir, &["--engine", &engine, "one.pgn"]);
        session.say(&format!("match {terms}"), "begins");
        session.say("d4", said);
        session.end("save-as new.pgn\ndiscard\nquit\n");
        let kept = fs::read_to_string(dir.at("new.pgn")).unwrap();
        assert!(kept.contains("1. d4 {[%clk"), "{kept}");
        assert_eq!(fs::read_to_string(dir.at("one.pgn")).unwrap(), ONE);
    }
}

const ENDING: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[SetUp \"1\"]\n\
    [FEN \"8/8/8/8/8/2k5/8/K6r w - - 0 1\"]\n\n*\n";
const BEFORE_MATE: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[SetUp \"1\"]\n\
    [FEN \"7k/R7/6K1/8/8/8/8/8 w - - 0 1\"]\n\n*\n";

#[test]
fn two_engines_play_to_the_end() {
    let Some(engine) = stockfish() else { return };
    let dir = Dir::with("end.pgn", BEFORE_MATE);
    let mut session = Session::begin(&dir, &["--engine", &engine, "end.pgn"]);
    session.say("open", "A against B");
    session.say("match engines 0.1s here", "heckmate; White wins.");
    session.end("save\nquit\n");
    let expected = "1-0 True normal";
    let expression =
        "game.headers['Result'], end.board().is_checkmate(), game.headers['Termination']";
    assert!(judged(&dir, "end.pgn", expression).is_none_or(|said| said == expected));
    let saved = fs::read_to_string(dir.at("end.pgn")).unwrap();
    assert!(saved.starts_with(BEFORE_MATE) && saved.contains("[%eval #"), "{saved}");
}

#[test]
fn an_engine_of_xboard_plays_and_thinks() {
    let Some(engine) = program("fairymax", ["-v"]) else { return };
    let engine = engine.to_str().unwrap();
    let dir = Dir::with("one.pgn", ONE);
    let mut session = Session::begin(&dir, &["--engine", engine, "one.pgn"]);
    session.say("match white 1+1", "begins");
    session.say("e4", "1. White");
    session.hear("1. Black: ");
    session.say("a3", "2. White");
    session.hear("2. Black: ");
    session.say("stop", "aborted");
    let said = session.say("think 1", "Best: ");
    assert!(said.contains("depth"), "{said}");
    session.end("save\nquit\n");
    let expression = "len(nodes), game.headers['Black'][:9], game.headers['Termination'], \
        end.eval() is not None";
    let expected = "4 Fairy-Max unterminated True";
    assert!(judged(&dir, "one.pgn", expression).is_none_or(|said| said == expected));
    // It does not accept positions, and reports this.
    dir.file("end.pgn", ENDING);
    let mut session = Session::begin(&dir, &["--engine", engine, "end.pgn"]);
    session.say("open", "A against B");
    session.say("think", "does not accept positions");
    session.end("quit\n");
}

#[test]
fn an_engine_of_xboard_is_given_positions() {
    let Some(engine) = program("phalanx", ["-v"]) else { return };
    let engine = engine.to_str().unwrap();
    let dir = Dir::with("end.pgn", BEFORE_MATE);
    let mut session = Session::begin(&dir, &["--engine", engine, "end.pgn"]);
    session.say("open", "A against B");
    let said = session.say("think 1", "Best: rook to a8, mate.");
    assert!(said.contains("White"), "{said}");
    session.say("match engines 1s here", "heckmate; White wins.");
    session.end("discard\nquit\n");
}

/// An engine of XBoard in the language of the shell: it does not know `uci`, and instead of its
/// move does the action that its argument names.
const XBOARD: &str = r##"#!/bin/sh
while read -r line; do
  case $line in
    uci) test "$1" = falls && exit 139; echo "Error (unknown command): uci";;
    protover*) echo 'feature myname="Script X" ping=1 setboard=1 usermove=1 done=1';;
    ping*) echo "pong ${line#ping }";;
    "usermove e2e4") test "$1" = refuses && echo "Illegal move: e2e4";;
    go) case $1 in
      resigns) echo "1-0 {Black resigns}";;
      illegal) echo "move e8e1";;
      silent) ;;
      *) echo "3 -15 10 99 e7e5"; echo "move e7e5";; esac;;
    "?") test "$1" = silent || echo "move e7e5";;
    quit) exit 0;;
  esac
done
"##;

#[test]
fn an_engine_of_xboard_that_fails_ends_the_game() {
    for (fault, said) in [
        ("plays", "1. Black: pawn to e5."),
        ("falls", "1. Black: pawn to e5."),
        ("resigns", "Black resigns; White wins."),
        ("illegal", "Black returns an illegal move: `e8e1`; White wins."),
        ("refuses", "Black's engine refuses a move or a position"),
        ("silent", "Black has no time left; White wins."),
    ] {
        let dir = Dir::with("one.pgn", ONE);
        script(&dir, "engine", XBOARD);
        let engine = format!("./engine {fault}");
        let mut session = Session::begin(&dir, &["--engine", &engine, "one.pgn"]);
        session.say("match white 0.1+0", "begins");
        session.say("e4", said);
        session.end("stop\ndiscard\nquit\n");
    }
}

#[test]
fn what_was_answered_comes_back_after_the_program_was_killed() {
    const EDITS: [&str; 8] =
        ["game 2", "end", "Nf6", "comment an old friend", "b", "Nf3", "d5", "game 1"];
    let two = "[White \"One\"]\n\n1. e4   e5 *\n\n[White \"Two\"]\n\n1. d4 {so} *\n";
    for edit_count in 3..=EDITS.len() {
        let edits = &EDITS[..edit_count];
        let lines: String = edits.iter().map(|line| format!("{line}\n")).collect();
        let expected = {
            let dir = Dir::with("two.pgn", two);
            Session::begin(&dir, &["two.pgn"]).end(&format!("{lines}save\nquit\n"));
            fs::read_to_string(dir.at("two.pgn")).unwrap()
        };
        assert_ne!(expected, two);
        let dir = Dir::with("two.pgn", two);
        let mut session = Session::begin(&dir, &["two.pgn"]);
        for line in edits {
            session.enter(line);
        }
        session.say("square a1", "a1: white rook.");
        drop(session);
        assert_eq!(fs::read_to_string(dir.at("two.pgn")).unwrap(), two);
        // From another folder it is the same file.
        let mut session = Session::begin(&dir, &[dir.at("two.pgn").to_str().unwrap()]);
        session.hear("Unsaved edits are in a file; recover restores them");
        session.say("recover", "1 game restored");
        // Killed again, it is still there.
        drop(session);
        Session::begin(&dir, &["two.pgn"]).end("recover\nsave\nquit\n");
        assert_eq!(fs::read_to_string(dir.at("two.pgn")).unwrap(), expected, "{edits:?}");
        let left = fs::read_dir(dir.at("state/pgnkit")).unwrap().count();
        assert_eq!(left, 0, "what was saved is kept no longer");
    }
}

#[test]
fn edits_of_a_file_that_has_changed_come_back_as_a_new_game() {
    let dir = Dir::with("one.pgn", ONE);
    let mut session = Session::begin(&dir, &["one.pgn"]);
    session.say("open", "One");
    session.say("d4", "d4");
    drop(session);
    let other = "[White \"Other\"]\n\n1. c4 *\n";
    dir.file("one.pgn", other);
    dir.file("two.pgn", ONE);
    let said = Session::begin(&dir, &["two.pgn"]).end("recover\nquit\n");
    assert!(said.contains("which is not open"), "{said}");
    let said = Session::begin(&dir, &["one.pgn"]).end("recover\nsave\nquit\n");
    assert!(said.contains("as new games"), "{said}");
    let saved = fs::read_to_string(dir.at("one.pgn")).unwrap();
    assert_eq!(saved, format!("{other}\n[White \"One\"]\n\n1. e4 (1. d4) *\n"));
    assert!(!Path::new(&dir.at("state/pgnkit")).read_dir().unwrap().any(|_| true));
}
