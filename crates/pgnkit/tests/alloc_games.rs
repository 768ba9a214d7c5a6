//! Games read into the same memory and written into the same text ask the allocator for nothing
//! once they are warm.

use allocation_counter::measure;
use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

/// Games of the project's corpus: tags, set-up positions, variations, comments, glyphs. Its lessons
/// have comments in which words must be joined, which takes a list.
fn all_games() -> Vec<u8> {
    let text = pgn_testing::own_corpus(&["classic", "generated"]);
    assert!(text.len() > 10_000);
    text
}

/// Reads a text three times in one stream, and writes what it reads: once to warm up, twice
/// counted.
fn check(once: &[u8], profile: Profile) {
    let thrice = once.repeat(3);
    let mut games = Games::new(&thrice[..]);
    let export = Export::new(profile);
    let (mut game, mut text, mut losses) = (Game::new(), Vec::new(), Vec::new());
    let mut next = || {
        text.clear();
        losses.clear();
        let is_one = games.read_into(&mut game).expect("no stream fails here");
        // A game that is refused costs the list of reasons.
        assert!(!is_one || export.append(&game, &mut text, &mut losses).is_ok());
        is_one
    };
    let n_games = Games::new(once).count();
    assert!((0..n_games).all(|_| next()));
    let mut n_counted = 0;
    let counted = measure(|| {
        while next() {
            n_counted += 1;
        }
    });
    assert_eq!(n_counted, 2 * n_games);
    assert_eq!(counted.count_total, 0, "allocations over {n_counted} games: {counted:?}");
}

#[test]
fn games_of_the_corpus_cost_nothing() {
    check(&all_games(), Profile::Modern);
}

#[test]
fn everything_that_is_usual_costs_nothing() {
    let game = "[Event \"\u{e9}\"]\r\n[Site \"x\"]\r\n[unusual \"1\"]\r\n[another \"2\"]\r\n\r\n\
        {An opening comment that is long enough to be\r\nset in two lines: \u{e9}}\r\n\
        1. e4 $1 {[%clk 0:01:02]} e5 {[%eval 0.3] [%clk 0:01:02]} (1... c5 {x} (1... e6)) 2. Nf3\
        \x20*\r\n\r\n[Event \"y\"]\r\n[Result \"1-0\"]\r\n\r\n1. d4! d5 ; a line\r\n2. c4 (2. e4) 1-0\
        \r\n\r\n[Event \"z\"]\r\n[SetUp \"1\"]\r\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 39\"]\r\n\r\n39... Kd7 *\r\n\r\n";
    for profile in [Profile::Modern, Profile::Lossless] {
        check(game.as_bytes(), profile);
    }
}
