//! The main lines of the shared corpus, as other programs confirmed them.
//!
//! `main-lines.tsv` holds for each file the number of games and plies and a hash over all main
//! lines in UCI with their outcomes. `docs/reference-programs.md` says how they were compared with
//! other programs' reading; this test needs none of them and only sees that nothing changed since.
//!
//! Standard: §8.2. Decisions: D-22, D-32, D-38.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use pgnkit::Outcome;
use pgnkit::chess::notation::uci;
use pgnkit::read::{GameListener, Played, Referee};
use pgnkit::syntax::{self, GameEnd, GameStart, RawSymbol, Span};

use crate::shared;

const HEAD: &str = "path\tgames\tplies\thash\n";

/// Hashes the main lines of all games of a text: FNV-1a over words with a space after each.
struct Lines {
    n_games: u64,
    n_plies: u64,
    hash: u64,
    depth: u32,
}

impl Lines {
    fn new() -> Lines {
        Lines { n_games: 0, n_plies: 0, hash: 0xCBF2_9CE4_8422_2325, depth: 0 }
    }

    fn word(&mut self, word: &[u8]) {
        for &byte in word.iter().chain(b" ") {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn mv(&mut self, text: &[u8]) {
        if self.depth == 0 {
            self.n_plies += 1;
            self.word(text);
        }
    }
}

impl GameListener for Lines {
    fn begin_game(&mut self, _: GameStart) {
        self.depth = 0;
    }
    fn played(&mut self, played: Played<'_>) {
        self.mv(uci::to_text(&played.before(), played.mv).as_str().as_bytes());
    }
    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        self.mv(symbol.text);
    }
    fn begin_variation(&mut self, _: Span) {
        self.depth += 1;
    }
    fn end_variation(&mut self, _: Span) {
        self.depth -= 1;
    }
    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        if how != GameEnd::NoGame {
            self.n_games += 1;
            self.word(outcome.marker().as_bytes());
        }
    }
}

/// The line of a file in the table.
fn row(path: &str, text: &[u8]) -> String {
    let mut referee = Referee::new(Lines::new(), ());
    assert!(syntax::visit(text, &mut referee).is_continue());
    let lines = referee.listener;
    format!("{path}\t{}\t{}\t{:016x}", lines.n_games, lines.n_plies, lines.hash)
}

#[test]
fn main_lines_are_those_that_were_judged() {
    if shared::folder().is_none() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("main-lines.tsv");
    let table = fs::read_to_string(&path).unwrap_or_default();
    let mut written = String::from(HEAD);
    shared::for_each_file(|path, _, text| {
        writeln!(written, "{}", row(path, text)).expect("a string takes all");
    });
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &written).expect("writable");
        return;
    }
    let changed: Vec<_> =
        written.lines().zip(table.lines()).filter(|(new, old)| new != old).collect();
    assert!(changed.is_empty(), "{changed:#?}");
    assert_eq!(written.lines().count(), table.lines().count());
}

#[test]
fn a_hash_sees_the_main_line_and_nothing_else() {
    let bare = row("x", b"1. e4 e5 1-0");
    assert_eq!(bare, row("x", b"[Event \"A\"]\n\n1. e2-e4 {c} (1. d4 d5) e5 $1 1-0"));
    assert_ne!(bare, row("x", b"1. e4 e6 1-0"));
    assert_ne!(bare, row("x", b"1. e4 e5 0-1"));
    assert!(bare.starts_with("x\t1\t2\t"));
}
