//! A scanner without chess beside a reader that plays every move.
//!
//! Standard: §3.2.3.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
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

fn best_of_five(mut work: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed());
    }
    best
}

#[test]
fn a_scanner_without_chess_is_faster_than_a_referee() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/classic");
    let mut text = Vec::new();
    for entry in fs::read_dir(folder).expect("in the repository").flatten() {
        text.extend(fs::read(entry.path()).expect("in the repository"));
    }
    let text = text.repeat(20);
    let (mut n_scanned, mut n_played) = (0, 0);
    let scanning = best_of_five(|| {
        let mut scanner = Scanner::default();
        assert!(syntax::visit(&text, &mut scanner).is_continue());
        assert!(scanner.n_tags > 7 * scanner.n_games && scanner.n_markers == scanner.n_games);
        n_scanned = scanner.n_games;
    });
    let playing = best_of_five(|| n_played = Games::new(&text[..]).map(Result::unwrap).count());
    assert_eq!(n_scanned, n_played);
    assert!(scanning < playing, "{scanning:?} to scan, {playing:?} to play");
}
