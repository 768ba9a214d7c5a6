//! `pgn view --plain` as text: every transcript in `transcripts/` is played again.
//!
//! A transcript has parts that begin with a line `## `: files with their content, the command, the
//! input after `>` and the output, and the files at the end.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::scratch::Dir;

/// The parts of a transcript: the kind of each, and its lines.
fn parts(text: &str) -> Vec<(&str, String)> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("## "), parts.last_mut()) {
            (Some(title), _) => parts.push((title, String::new())),
            (None, Some((_, lines))) => {
                lines.push_str(line);
                lines.push('\n');
            }
            (None, None) => {}
        }
    }
    parts
}

/// Runs a command with this input; returns its output.
fn said(dir: &Dir, command: &str, typed: &str) -> String {
    let arguments = command.strip_prefix("pgn ").unwrap().split_whitespace();
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgn"))
        .args(arguments)
        .current_dir(dir.path())
        .env("XDG_STATE_HOME", dir.at("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let ran = child.wait_with_output().unwrap();
    assert!(ran.status.success() && ran.stderr.is_empty(), "{ran:?}");
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn transcripts_are_what_is_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/transcripts");
    let mut played_count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let dir = Dir::new();
        let mut is_over = false;
        for (title, lines) in parts(&text) {
            if title.starts_with("pgn ") {
                let typed = lines.lines().filter_map(|line| line.strip_prefix('>'));
                let typed: String = typed.map(|line| format!("{}\n", line.trim())).collect();
                let expected = lines.lines().filter(|line| !line.starts_with('>'));
                let expected: String = expected.map(|line| format!("{line}\n")).collect();
                assert_eq!(said(&dir, title, &typed), expected, "{}", path.display());
                is_over = true;
            } else if is_over {
                let now = String::from_utf8(dir.read(title)).unwrap();
                assert_eq!(now, lines, "{}", path.display());
            } else {
                dir.file(title, &lines);
            }
        }
        played_count += usize::from(is_over);
    }
    assert!(played_count >= 6, "{played_count} transcripts");
}

/// The blocks of a page: the word after the marks, and their lines.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks: Vec<(&str, String)> = Vec::new();
    let mut is_open = false;
    for line in page.lines() {
        match (line.strip_prefix("```"), is_open) {
            (Some(_), true) => is_open = false,
            (Some(kind), false) => {
                blocks.push((kind, String::new()));
                is_open = true;
            }
            (None, true) => {
                let (_, lines) = blocks.last_mut().unwrap();
                lines.push_str(line);
                lines.push('\n');
            }
            (None, false) => {}
        }
    }
    blocks
}

/// The sessions of the guide's page, each in the `text` blocks after its command line.
#[test]
fn the_guide_by_ear_shows_what_is_said() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/view-by-ear.md");
    let page = fs::read_to_string(path).unwrap();
    let (dir, mut sessions) = (Dir::new(), Vec::new());
    for (kind, lines) in blocks(&page) {
        if kind == "pgn" {
            dir.file("tal.pgn", &lines);
            continue;
        }
        for line in lines.lines() {
            match (line.starts_with("pgn "), sessions.last_mut()) {
                (true, _) => sessions.push((line.to_owned(), Vec::new())),
                (false, Some((_, shown))) => shown.push(line.to_owned()),
                (false, None) => panic!("no command before {line}"),
            }
        }
    }
    assert_eq!(sessions.len(), 2);
    for (command, shown) in sessions {
        let typed = shown.iter().filter_map(|line| line.strip_prefix('>'));
        let typed: String = typed.map(|line| format!("{}\n", line.trim())).collect();
        let expected = shown.iter().filter(|line| !line.starts_with('>'));
        let expected: String = expected.map(|line| format!("{line}\n")).collect();
        assert_eq!(said(&dir, &command, &typed), expected, "{command}");
    }
}
