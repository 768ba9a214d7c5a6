//! The memory that a clean game needs: nothing beyond its reading.

use crate::source::each_region;
use allocation_counter::measure;
use pgn_lint::{Config, Linter};
use pgnkit::read::Referee;

/// Clean games with all kinds of tags and steps.
fn games(n: usize) -> String {
    let game = |n: usize| {
        format!(
            "[Event \"Open {n}\"]\n[Site \"Riga LAT\"]\n[Date \"1992.08.31\"]\n[Round \"{n}.1\"]\n\
             [White \"Tal, Mikhail N.\"]\n[Black \"Petrosian, Tigran V.\"]\n[Result \"1-0\"]\n\
             [WhiteElo \"2705\"]\n[BlackElo \"2645\"]\n[WhiteTitle \"GM\"]\n[EventDate \"1992.08.??\"]\n\
             [ECO \"C60\"]\n[TimeControl \"180+0\"]\n[UTCTime \"21:05:09\"]\n[WhiteTeam \"Riga\"]\n\
             [PlyCount \"5\"]\n\n\
             1. e4 {{[%clk 0:03:00]}} 1... e5 $1 (1... c5 2. Nf3 {{the open game}} d6 (2... Nc6))\n\
             2. Nf3! {{[%eval 0.17] [%clk 0:02:59]}} 2... Nc6 3. Bb5 1-0\n\n"
        )
    };
    (1..=n).map(game).collect()
}

#[test]
fn clean_games_take_no_memory_of_their_own() {
    let text = games(50);
    let mut linter = Linter::new(Config::default());
    let mut lint = || {
        each_region(text.as_bytes(), |region| {
            let findings = linter.lint_region(region);
            assert!(findings.is_empty(), "{findings:?}");
        });
    };
    lint();
    let linted = measure(lint).count_total;
    let mut referee = Referee::new((), ());
    let mut read = || {
        each_region(text.as_bytes(), |region| {
            let _ = region.visit(&mut referee);
        });
    };
    read();
    assert_eq!(linted, measure(read).count_total);
}
