//! `pgn view` in a terminal of tmux: the keys, the screen, and the file afterwards; and line by
//! line without one.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use pgn_testing::{program, python_chess, shared_corpus};

use crate::engines::script;
use crate::scratch::Dir;

/// How long something may take before the test gives up; nothing is measured.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal in which a shell runs.
struct Terminal<'d> {
    dir: &'d Dir,
}

impl<'d> Terminal<'d> {
    /// A terminal in a folder; `None` without tmux.
    fn open(dir: &'d Dir, columns: u16, rows: u16) -> Option<Terminal<'d>> {
        program("tmux", ["-V"])?;
        let terminal = Terminal { dir };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let size = ["-x", &columns, "-y", &rows];
        terminal.tmux(&[&["new-session", "-d"][..], &size, &["bash --norc --noprofile"]].concat());
        terminal.line("PS1='ready> '; clear");
        terminal.wait("ready>");
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let socket = self.dir.at("terminal");
        let ran = Command::new("tmux")
            .arg("-S")
            .arg(socket)
            .args(["-f", "/dev/null"])
            .args(arguments)
            .current_dir(self.dir.path())
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .env("XDG_STATE_HOME", self.dir.at("state"))
            .env_remove("NO_COLOR")
            .env_remove("TMUX")
            .output()
            .unwrap();
        assert!(ran.status.success(), "{arguments:?}: {ran:?}");
        ran
    }

    /// Types a text and Enter.
    fn line(&self, text: &str) {
        self.type_(text);
        self.press("Enter");
    }

    fn type_(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Presses keys by the names that tmux has for them.
    fn press(&self, keys: &str) {
        let keys: Vec<&str> = keys.split(' ').collect();
        self.tmux(&[&["send-keys"][..], &keys].concat());
    }

    /// Starts the command.
    fn view(&self, arguments: &str) {
        self.line(&format!("{} view {arguments}", env!("CARGO_BIN_EXE_pgn")));
    }

    fn shown(&self) -> String {
        String::from_utf8(self.tmux(&["capture-pane", "-p"]).stdout).unwrap()
    }

    /// Waits until the screen shows a text; gives the screen.
    #[track_caller]
    fn wait(&self, part: &str) -> String {
        self.wait_until(part, |shown| shown.contains(part))
    }

    #[track_caller]
    fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let shown = self.shown();
            if is_so(&shown) {
                return shown;
            }
            assert!(begun.elapsed() < PATIENCE, "{what:?} does not come:\n{shown}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the shell is back, with the terminal as it was.
    #[track_caller]
    fn wait_for_shell(&self) {
        self.wait_until("the shell", |shown| shown.trim_end().ends_with("ready>"));
        let told = self.tmux(&["display", "-p", "#{alternate_on} #{mouse_any_flag}"]);
        assert_eq!(String::from_utf8_lossy(&told.stdout).trim(), "0 0");
        self.line("clear; stty -a | grep -o -w -e '-*echo' -e '-*icanon' | tr '\\n' ' '");
        self.wait("icanon");
        let shown = self.shown();
        assert!(!shown.contains("-icanon") && !shown.contains("-echo"), "{shown}");
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        let socket = self.dir.at("terminal");
        let _ = Command::new("tmux").arg("-S").arg(socket).arg("kill-server").output();
    }
}

/// How often the games of openings and of a tournament book are in the file of many.
const N_COPIES: usize = 93;

/// A file of more than 300,000 games of the corpus, with an annotated one among them; how many
/// are before that.
fn many_games(corpus: &Path) -> (String, usize) {
    let read = |name: &str| fs::read_to_string(corpus.join(name)).unwrap();
    let copy = [
        &read("i_openings/bhlangonijr__chesslib/eco.pgn"),
        &read("a_otb/chris-moreton__rivalchess-pgn/Latvian-Elephant.pgn"),
        "\r\n",
    ]
    .concat();
    let annotated = read("c_annotated/mcostalba__chess_db/semicomm.pgn");
    let begin = annotated[..annotated.find("[White \"Bottino").unwrap()].rfind("[Event ").unwrap();
    let len = annotated[begin + 1..].find("[Event ").unwrap() + 1;
    let (before_count, game_count) = (N_COPIES * 2 / 3, copy.matches("[Event ").count());
    assert!(game_count * N_COPIES > 300_000, "{game_count} games");
    let parts = [
        &copy.repeat(before_count),
        &annotated[begin..begin + len],
        &copy.repeat(N_COPIES - before_count),
    ];
    (parts.concat(), game_count * before_count)
}

#[test]
fn a_game_among_many_is_found_edited_and_saved() {
    let Some(corpus) = shared_corpus("") else { return };
    let (before, before_count) = many_games(&corpus);
    let dir = Dir::with("many.pgn", &before);
    let Some(terminal) = Terminal::open(&dir, 100, 34) else { return };
    terminal.view("many.pgn");
    terminal.wait("1 of ");
    terminal.press("/");
    terminal.type_("White = \"Bottino, A..\"");
    terminal.press("Enter");
    terminal.wait("1 of 1: White");
    terminal.press("Enter");
    terminal.wait("1. e4 e5");
    // Into the variation, with a comment; out of it, to the end of the line, with a move and
    // a comment of two lines.
    terminal.type_("'6...");
    terminal.press("Enter Down c");
    terminal.type_("passive");
    terminal.press("C-s");
    terminal.wait("(6... Qd8 passive)");
    terminal.press("Up End i");
    terminal.type_("Bc4");
    terminal.press("Enter c");
    terminal.type_("the bishop");
    terminal.press("Enter");
    terminal.type_("comes out");
    terminal.press("C-s");
    terminal.wait_until("the comment is kept", |shown| !shown.contains("Ctrl-S keep"));
    // The end of a file is known when all of it was read. A key that was pressed while the file was
    // saved finds nothing to save, and its message replaces the other.
    terminal.wait_until("saved", |shown| {
        let is_saved = shown.contains("saved 1 game") || shown.contains("nothing was edited");
        if !is_saved {
            terminal.press("w");
            std::thread::sleep(Duration::from_millis(100));
        }
        is_saved
    });
    terminal.press("q q");
    terminal.wait_for_shell();
    // A line that would become too long is broken before what is new.
    let after = before
        .replace("(6... Qd8)", "(6... Qd8\r\n{passive})")
        .replace("13. Rxe1 Nf6 0-1", "13. Rxe1 Nf6 14. Bc4 {the bishop\r\ncomes out} 0-1");
    let saved = fs::read_to_string(dir.at("many.pgn")).unwrap();
    let changed: Vec<_> =
        saved.lines().zip(after.lines()).filter(|(a, b)| a != b).take(9).collect();
    assert!(saved == after, "other bytes have changed: {changed:?}");
    python_chess_reads(&dir, before_count + 1);
}

/// Sees that python-chess finds in the game what was edited.
fn python_chess_reads(dir: &Dir, number: usize) {
    let Some(python) = python_chess() else { return };
    dir.run(&format!("cat --games {number} many.pgn -o one.pgn"), 0);
    let program = "import chess.pgn\n\
        game = chess.pgn.read_game(open('one.pgn'))\n\
        assert not game.errors\n\
        print(game.headers['White'], game.end().san(), game.end().comment.split())\n\
        varied = list(game.mainline())[10]\n\
        print([(node.san(), node.comment) for node in varied.variations])\n";
    let judged =
        Command::new(python).args(["-c", program]).current_dir(dir.path()).output().unwrap();
    assert!(judged.status.success(), "{judged:?}");
    let said = String::from_utf8(judged.stdout).unwrap();
    let expected = "Bottino, A.. Bc4 ['the', 'bishop', 'comes', 'out']\n\
        [('d5', ''), ('Qd8', 'passive')]\n";
    assert_eq!(said, expected);
}

const TWO: &str = "[White \"One\"]\n\n1. e4 e5 *\n\n[White \"Two\"]\n\n1. d4 d5 *\n";

#[test]
fn suspended_and_resized_it_goes_on() {
    let dir = Dir::with("two.pgn", TWO);
    let Some(terminal) = Terminal::open(&dir, 100, 30) else { return };
    terminal.view("two.pgn");
    terminal.wait("1 of 2");
    terminal.press("C-z");
    terminal.wait("Stopped");
    terminal.line("fg");
    terminal.wait("1 of 2");
    terminal.press("Enter");
    terminal.wait("1. e4 e5");
    terminal.tmux(&["resize-window", "-x", "60", "-y", "20"]);
    terminal.wait_until("60 columns", |shown| {
        shown.contains("1. e4 e5") && shown.lines().all(|line| line.chars().count() <= 60)
    });
    terminal.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    terminal.press("q q");
    terminal.wait_for_shell();
}

#[test]
fn stopped_by_a_signal_it_leaves_the_terminal_sane_and_the_edits() {
    let dir = Dir::with("two.pgn", TWO);
    let Some(terminal) = Terminal::open(&dir, 100, 30) else { return };
    terminal.view("two.pgn");
    terminal.wait("1 of 2");
    terminal.press("Enter i");
    terminal.type_("f4");
    terminal.press("Enter");
    terminal.wait("1. f4");
    let state = dir.at("state/pgnkit");
    let kept = || {
        let mut files = fs::read_dir(&state).into_iter().flatten().flatten();
        files.find(|file| file.path().extension().is_some_and(|it| it == "pgn"))
    };
    terminal.wait_until("a recovery file", |_| kept().is_some());
    let number = kept().unwrap();
    let name = number.file_name().into_string().unwrap();
    let process = name.trim_start_matches("unsaved-").trim_end_matches(".pgn");
    assert!(Command::new("kill").args(["-TERM", process]).status().unwrap().success());
    terminal.wait("Terminated");
    terminal.line("clear");
    terminal.wait_for_shell();
    let kept = fs::read_to_string(number.path()).unwrap();
    assert!(kept.contains("game 1 of ") && kept.contains("1. f4"), "{kept}");
    assert_eq!(fs::read_to_string(dir.at("two.pgn")).unwrap(), TWO);
    terminal.view("two.pgn");
    terminal.wait("unsaved edits are in a file; R restores them");
    terminal.press("R");
    terminal.wait("1. f4");
    terminal.press("w");
    terminal.wait("saved 1 game");
    terminal.press("q q");
    terminal.wait_for_shell();
    assert_eq!(
        fs::read_to_string(dir.at("two.pgn")).unwrap(),
        TWO.replace("1. e4 e5", "1. e4 (1. f4) e5")
    );
    assert_eq!(fs::read_dir(&state).unwrap().count(), 0);
}

/// An engine that thinks until it is stopped.
const ENGINE: &str = r##"#!/bin/sh
while read -r line; do
  case $line in
    uci) echo "option name MultiPV type spin default 1"; echo uciok;;
    isready) echo readyok;;
    "position fen "*) case $line in *" w "*) mv=e2e4;; *) mv=e7e5;; esac;;
    go*) echo "info depth 7 multipv 1 score cp 31 pv $mv";;
    stop) echo "bestmove $mv";;
    quit) exit 0;;
  esac
done
"##;

#[test]
fn an_engine_follows_the_game_and_ends_with_it() {
    let dir = Dir::with("two.pgn", TWO);
    script(&dir, "engine", ENGINE);
    let Some(terminal) = Terminal::open(&dir, 100, 34) else { return };
    terminal.view("--engine ./engine two.pgn");
    terminal.wait("1 of 2");
    terminal.press("Enter");
    let shown = terminal.wait("1. e4 e5");
    assert!(!shown.contains("depth"), "nothing is asked before `e`:\n{shown}");
    terminal.press("e");
    terminal.wait("engine, depth 7");
    terminal.wait("+0.31 e4");
    terminal.press("Right");
    terminal.wait("-0.31 e5");
    terminal.press("e");
    terminal.wait_until("no engine", |shown| !shown.contains("depth 7"));
    terminal.press("q q");
    terminal.wait_for_shell();
}

#[test]
fn a_game_is_played_on_the_screen() {
    let dir = Dir::with("two.pgn", TWO);
    let engine = ENGINE.replace("go*)", "\"go wtime\"*) echo \"bestmove e7e5\";;\n    go*)");
    script(&dir, "engine", &engine);
    let Some(terminal) = Terminal::open(&dir, 100, 34) else { return };
    terminal.view("--engine ./engine two.pgn");
    terminal.wait("1 of 2");
    terminal.press("N");
    terminal.wait("play: white 5+3");
    terminal.press("Enter i");
    terminal.type_("e4");
    terminal.press("Enter");
    terminal.wait("1. e4 e5");
    terminal.wait("0:05:0");
    terminal.press("N");
    terminal.wait("abort (no result)");
    terminal.press("r");
    terminal.wait("White resigns; Black wins");
    terminal.press("w");
    terminal.wait("saved 1 game");
    terminal.press("q q");
    terminal.wait_for_shell();
    let saved = fs::read_to_string(dir.at("two.pgn")).unwrap();
    assert!(saved.starts_with(TWO) && saved.contains("[Result \"0-1\"]"), "{saved}");
    assert!(saved.contains("1. e4 {[%clk 0:05:0"), "{saved}");
}

#[test]
fn line_by_line_the_same_session_speaks() {
    let dir = Dir::with("two.pgn", TWO);
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgn"))
        .args(["view", "--plain", "two.pgn"])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "game 2\nn\nNf6\nsquare f6\nsave\nquit\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let ran = child.wait_with_output().unwrap();
    let said = String::from_utf8(ran.stdout).unwrap();
    assert!(said.contains("black knight"), "{said}");
    let saved = fs::read_to_string(dir.at("two.pgn")).unwrap();
    assert_eq!(saved, TWO.replace("1. d4 d5 *", "1. d4 d5 (1... Nf6) *"));
}

#[test]
fn without_a_file_there_is_nothing_to_view() {
    let dir = Dir::new();
    let ran = dir.run("view", 2);
    assert!(ran.stderr.contains("name a file"), "{}", ran.stderr);
    let ran = dir.run("view missing.pgn", 2);
    assert!(ran.stderr.contains("no such file"), "{}", ran.stderr);
}
