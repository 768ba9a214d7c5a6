//! The examples at the beginning of each verb's help, run unchanged.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pgn_db::source::Compression;

use crate::scratch::{Dir, pack};

const MAIL: &str = "[Event \"Mail\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\
                    [BlackNA \"b@example.org\"]\n[WhiteNA \"a@example.org\"]\n\n";

/// Twenty plies.
const LONG: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
                    9. h3 Nb8 10. d4 Nbd7";

/// Examples that are not run, and why.
const NOT_RUN: [(&str, &str); 6] = [
    ("--match", "needs the games of two engines; `match_report` runs it"),
    ("--engine", "needs a program that plays"),
    ("man -l", "needs a reader of manual pages"),
    ("--web", "serves until it is ended; `view_web` runs it"),
    ("pgn lsp", "needs an editor; `lsp` runs it"),
    ("pgn sql", "needs the extension of DuckDB; its own tests run it"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder in which there is all that the examples name.
fn folder() -> Dir {
    let dir = Dir::new();
    let others = (0..6).map(|n| format!("[White \"Player {n}\"]\n[Black \"J\"]\n\n{LONG} 1-0\n\n"));
    let others: String = others.collect();
    // The seventh game waits for a move, or for an answer.
    let of_mail = |moves: &str| format!("{others}{MAIL}{moves}\n\n");
    let text = of_mail("1. e4 {Draw offered.} *");
    for name in ["games.pgn", "old.pgn", "mine.pgn", "a.pgn", "games/a.pgn", "new/a.pgn"] {
        dir.file(name, of_mail("*"));
    }
    for name in ["new.pgn", "yours.pgn", "b.pgn", "games/b.pgn"] {
        dir.file(name, &text);
    }
    dir.file("agree.pgn", &text);
    for name in ["games.pgn.zst", "huge.pgn.zst"] {
        dir.file(name, pack(Compression::Zstd, text.repeat(5)));
    }
    let seed = |name: &str| fs::read(root().join("fuzz/seeds").join(name)).unwrap();
    dir.file("session.log", seed("ics/session"));
    dir.file("mail.mbox", seed("ics/mail"));
    dir.file("engine.log", seed("ics/engine"));
    dir.file("moves.txt", "e2e4 e7e5 g1f3\n");
    for name in ["page.html", "saved-pages/page.html"] {
        dir.file(name, seed("text/page"));
    }
    dir.file("newsletter.eml", seed("text/mail"));
    let broadcast = |name: &str| fs::read(root().join("corpus/broadcast").join(name)).unwrap();
    dir.file("2024-05.json", broadcast("chesscom.json"));
    dir.file("games.ndjson.zst", pack(Compression::Zstd, broadcast("lichess.ndjson")));
    dir.file("event/round-1/index.json", broadcast("cup/round-1/index.json"));
    for name in ["games.bgn", "letter.txt"] {
        dir.file(name, seed("bgn/worked-example"));
    }
    let suite = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 Kf2; id \"pawn\";\n";
    for name in ["suite.epd", "book.epd", "suites/a.epd"] {
        dir.file(name, suite);
    }
    dir.file("changes.tsv", "player\tPlayer 1\tPlayer, One\n");
    dir.file("spelling.ssp", "@PLAYER\n\nPlayer, One  #GM ENG [2600] 1950\n= Player 1\n");
    let listed =
        "ID Number      Name             Fed B-day\n1              Player, One      ENG 1950\n";
    dir.file("players_list.txt", listed);
    for name in [
        ".local/share/bash-completion/completions/keep",
        ".config/fish/completions/keep",
        ".zfunc/keep",
        ".local/share/man/man1/keep",
    ] {
        dir.file(name, "");
    }
    dir
}

/// The lines below `## Examples` of the page of each verb.
fn examples() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(root().join("docs/cli")).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some((_, examples)) = page.split_once("## Examples") else { continue };
        let examples = examples.split("\n## ").next().unwrap();
        let lines = examples.lines().filter_map(|line| line.strip_prefix("$ "));
        all.extend(lines.map(|line| (name.clone(), line.to_owned())));
    }
    all
}

#[test]
fn every_example_of_the_help_runs() {
    let examples = examples();
    assert!(examples.len() > 80, "{}", examples.len());
    let mut failed = Vec::new();
    for (page, line) in &examples {
        if NOT_RUN.iter().any(|(what, _)| line.contains(what)) {
            continue;
        }
        let dir = folder();
        // The message that one player sends contains the answer to the other's.
        if line.contains("mail read") {
            let send = "mail write games.pgn --game 7 --move e4 -o answer.eml";
            dir.run(send, 0);
        }
        if line.contains("--accept-draw") {
            fs::rename(dir.at("agree.pgn"), dir.at("games.pgn")).unwrap();
        }
        // The third game of the example is our seventh, and its thousand games are three.
        let line = line.replace("--games 1000", "--games 3");
        let line = match line.contains("mail read") {
            true => line.replace("--game 3", "--game 7").replace("pgn -", "pgn answer.eml"),
            false => line,
        };
        let program = env!("CARGO_BIN_EXE_pgn");
        let script = format!("pgn() {{ '{program}' \"$@\"; }}\n{line}\n");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(dir.path()).env("HOME", dir.path());
        let ran = shell.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        if !matches!(ran.status.code(), Some(0 | 1)) {
            failed.push(format!("{page}: {line}: {:?} {said}", ran.status));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Every verb has its examples on its page, so that none is left out above.
#[test]
fn every_page_has_examples() {
    let pages = fs::read_dir(root().join("docs/cli")).unwrap().map(|entry| entry.unwrap().path());
    let with: Vec<String> = examples().into_iter().map(|(page, _)| page).collect();
    for page in pages {
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(name == "README.md" || with.iter().any(|it| it == name), "{name}");
    }
}
