//! A scanner without chess beside a reader that plays every move (§3.2.3).

use std::ops::ControlFlow;
use std::path::Path;
use std::{convert, fs};

use pgnkit::read::Games;
use pgnkit::syntax::{self, GameEnd, RawMarker, RawTag, Visitor};

/// Counts what a list of games would need.
#[derive(Default)]
struct Scanner {
    n_tags: usize,
    n_markers: usize,
    n_games: usize,
}

impl Visitor for Scanner {
    type Break = convert::Infallible;

    fn tag(&mut self, _: RawTag<'_>) -> ControlFlow<Self::Break> {
        self.n_tags += 1;
        ControlFlow::Continue(())
    }

    fn marker(&mut self, _: RawMarker) -> ControlFlow<Self::Break> {
        self.n_markers += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: GameEnd, _: u32) -> ControlFlow<Self::Break> {
        self.n_games += 1;
        ControlFlow::Continue(())
    }
}

/// The instructions of an operation by work and file, as the last benchmark recorded them.
fn instructions(work: &str, file: &str) -> f64 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/record/counts.tsv");
    let record = fs::read_to_string(path).expect("in the repository");
    let mut rows = record.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let row = rows.find(|row| row.len() > 3 && row[1..3] == [work, file]).expect("a row");
    row[3].parse().expect("a number")
}

#[test]
fn a_scanner_without_chess_does_a_fraction_of_the_work() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/classic");
    let mut text = Vec::new();
    for entry in fs::read_dir(folder).expect("in the repository").flatten() {
        text.extend(fs::read(entry.path()).expect("in the repository"));
    }
    let mut scanner = Scanner::default();
    assert!(syntax::visit(&text, &mut scanner).is_continue());
    assert!(scanner.n_tags > 7 * scanner.n_games && scanner.n_markers == scanner.n_games);
    assert_eq!(scanner.n_games, Games::new(&text[..]).map(Result::unwrap).count());
    for file in ["masters-2m", "server-2m"] {
        let [skim, tokens, play] =
            ["skim", "tokens", "play-main"].map(|work| instructions(work, file));
        assert!(6.0 * skim < play, "{file}: {skim} for tags and games, {play} to play");
        assert!(2.0 * tokens < play, "{file}: {tokens} for all tokens, {play} to play");
    }
}
