//! Ctrl-C and its kin while a file is being written.
//!
//! The test binary runs itself again as the program that is stopped: no verb of the command waits
//! in the middle of its output.
#![cfg(unix)]

use std::env;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use pgn_cli::output::Output;
use pgn_db::source::Inputs;

use crate::scratch::Dir;

/// Names the target for the run that is to be stopped.
const TARGET: &str = "PGN_TEST_UNFINISHED_TARGET";
const READY: &str = "the output is half written";

/// Not a test: begins an output and waits to be stopped. Does nothing without [`TARGET`].
#[test]
fn waits_in_the_middle_of_an_output() {
    let Some(target) = env::var_os(TARGET) else { return };
    let mut output = Output::open(Some(target.as_ref()), &Inputs::none()).unwrap();
    output.write_all(&[b'x'; 200_000]).unwrap();
    output.flush().unwrap();
    println!("{READY}");
    std::thread::sleep(Duration::from_secs(60));
}

/// Begins an output in `dir`, sends `signal`, and returns how the program ended. `prefix` is put
/// before the program in the shell.
fn stop(dir: &Dir, signal: &str, prefix: &str) -> ExitStatus {
    let program = env::current_exe().unwrap();
    let script = format!(
        "{prefix} exec '{}' --exact signals::waits_in_the_middle_of_an_output --nocapture",
        program.display()
    );
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .env(TARGET, dir.at("games.pgn"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains(READY)));
    let others = dir.names().into_iter().filter(|name| name != "games.pgn");
    // The temporary file is there, or it has no name.
    assert!(others.clone().count() <= 1, "{:?}", dir.names());
    assert_eq!(dir.read("games.pgn"), b"old");
    for signal in signal.split(' ') {
        let send = format!("kill -{signal} {}", child.id());
        assert!(Command::new("sh").args(["-c", &send]).status().unwrap().success());
        std::thread::sleep(Duration::from_millis(100));
    }
    child.wait().unwrap()
}

#[test]
fn a_signal_leaves_the_old_file_and_no_litter() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let dir = Dir::with("games.pgn", "old");
        let status = stop(&dir, signal, "");
        assert_eq!(status.signal(), Some(number), "the shell sees the signal itself");
        assert_eq!(
            (dir.read("games.pgn"), dir.names()),
            (b"old".to_vec(), vec!["games.pgn".to_owned()])
        );
    }
}

#[test]
fn a_signal_that_cannot_be_caught_leaves_the_old_file() {
    let dir = Dir::with("games.pgn", "old");
    assert_eq!(stop(&dir, "KILL", "").signal(), Some(9));
    assert_eq!(dir.read("games.pgn"), b"old");
    // Files that remain are hidden, and a walk through folders does not take them for game files.
    let litter: Vec<_> = dir.names().into_iter().filter(|name| name != "games.pgn").collect();
    assert!(litter.iter().all(|name| name.starts_with(".pgn-") && name.ends_with(".tmp")));
    let sources = pgn_db::source::Inputs::gather(&[dir.path().to_owned()]).sources();
    assert_eq!(sources.count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_from_the_start_stays_ignored() {
    let dir = Dir::with("games.pgn", "old");
    let status = stop(&dir, "HUP INT TERM", "trap '' HUP INT;");
    assert_eq!(status.signal(), Some(15));
    assert_eq!(dir.names(), ["games.pgn"]);
}
