//! Games and their openings in the standard table.

use crate::opening::finder::OpeningFinder;
use crate::opening::{Found, Name, Opening, OpeningReader, Table};
use crate::read::{ReadOptions, Referee, read_region};
use crate::testing::game;
use core::ops::ControlFlow;
use pgn_syntax::Regions;

fn opening(moves: &str) -> Option<(String, String, u32)> {
    let game = game(moves);
    let Opening { code, name, ply } = Table::standard().classify(&game)?;
    Some((code.to_string(), name.to_string(), ply))
}

#[test]
fn the_last_position_that_has_a_name_counts() {
    let cases = [
        ("*", None),
        ("1. e4 *", Some(("B00", "King's Pawn Game", 1))),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", Some(("C60", "Ruy Lopez", 5))),
        // These moves have no name; the opening is that of the moves before.
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 Rb8 4. a3 Ra8 *", Some(("C60", "Ruy Lopez", 5))),
        (
            "1. d4 d5 2. c4 e6 3. Nc3 Nf6",
            Some(("D35", "Queen's Gambit Declined: Normal Defense", 6)),
        ),
        // Another order of moves.
        (
            "1. c4 Nf6 2. d4 e6 3. Nc3 d5",
            Some(("D35", "Queen's Gambit Declined: Normal Defense", 6)),
        ),
        // A tempo lost twice: the same position later.
        ("1. e3 e6 2. e4 e5 3. Nf3 Nc6 4. Nc3 Nf6 *", Some(("C47", "Four Knights Game", 8))),
        // A variation is not the game.
        ("1. e4 (1. d4 d5 2. c4) 1... c5 *", Some(("B20", "Sicilian Defense", 2))),
        ("1. e4 c5 2. Qxh8 d6 *", Some(("B20", "Sicilian Defense", 2))),
    ];
    for (moves, expected) in cases {
        let found = opening(moves);
        let found = found.as_ref().map(|(code, name, ply)| (code.as_str(), name.as_str(), *ply));
        assert_eq!(found, expected, "{moves}");
    }
}

#[test]
fn only_ordinary_games_from_the_usual_array_have_openings() {
    let cases = [
        ("[Variant \"Atomic\"]\n\n1. e4 *", false),
        ("[Variant \"Standard\"]\n\n1. e4 *", true),
        ("[Variant \"Xiangqi\"]\n\n1. e4 *", false),
        ("[Variant \"Chess960\"]\n\n1. e4 *", false),
        ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", false),
        ("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *", true),
        ("[FEN \"nonsense\"]\n\n1. e4 *", false),
    ];
    for (text, expected) in cases {
        assert_eq!(opening(text).is_some(), expected, "{text}");
        assert_eq!(matches!(found(text).0, Found::Opening(_)), expected, "{text}");
    }
}

/// A finder's result for the first game, how far it read, and whether that was cut short.
fn found(text: &str) -> (Found<'static>, ControlFlow<()>, bool) {
    let mut referee = Referee::new(OpeningFinder::new(Table::standard()), ());
    let mut regions = Regions::new(text.as_bytes());
    let region = regions.next_region().expect("a slice can be read").expect("a region");
    let flow = region.visit(&mut referee);
    (referee.listener.found(), flow, referee.listener.is_cut_short)
}

#[test]
fn a_finder_reads_as_far_as_is_needed() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(30);
    let long = format!("1. e4 e5 {shuffle} *");
    assert_eq!(found(&long).1, ControlFlow::Break(()));
    assert_eq!(found("1. e4 e5 *").1, ControlFlow::Continue(()));
    assert_eq!(found("% nothing but this\n").0, Found::NoGame);
    assert_eq!(found("[FEN \"nonsense\"]\n\n1. e4 *").0, Found::OtherStart);
    assert_eq!(found("1. e4 Qxh8 *").1, ControlFlow::Break(()));
    assert!(found("1. e4 Qxh8 *").2 && !found("1. e4 (1. Qh8) c5 *").2);
}

/// A finder that stops early finds what a whole game gives.
pub(super) fn agree(text: &[u8]) -> usize {
    let table = Table::standard();
    let mut reader = OpeningReader::new(table);
    let mut regions = Regions::new(text);
    let mut n_found = 0;
    while let Ok(Some(region)) = regions.next_region() {
        reader.read(&region);
        let game = read_region(&region, ReadOptions::default(), ());
        let expected = game.as_ref().and_then(|game| table.classify(game));
        let found = reader.found().opening();
        assert_eq!(found, expected, "{}", String::from_utf8_lossy(region.text));
        n_found += usize::from(found.is_some());
    }
    n_found
}

#[test]
fn a_finder_finds_what_the_whole_game_gives() {
    let texts = [
        "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 $1 {x} Nc6 3. Bb5 *",
        "1. e4 (1. d4) + e5 2. Nf3 mate Nc6 3. Bc4 1-0",
        "1. e4 () e5 (2. Qh5 (2. Bc4)) 2. f4 zugzwang exf4 3. Qh8 *",
        "(1. e4) 1. d4 d5 2. c4 -- 3. Nc3 *",
        "[White \"x\"]\n1. e4\n\n[White \"y\"]\n1. d4 d5 2. c4 dxc4",
    ];
    for text in texts {
        agree(text.as_bytes());
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/generated");
    for name in ["export-annotated.pgn", "one-line.pgn", "bare.pgn"] {
        let text = std::fs::read(folder.join(name)).unwrap_or_default();
        assert!(text.is_empty() || agree(&text) > 0, "{name}");
    }
}

#[test]
fn names_come_apart_at_a_colon_and_a_comma() {
    let cases = [
        ("Sicilian Defense", "Sicilian Defense", None, None),
        ("French Defense: Winawer", "French Defense", Some("Winawer"), None),
        ("A: B, C", "A", Some("B"), Some("C")),
        ("A: B, C, D: E", "A", Some("B"), Some("C, D: E")),
        ("Polish Opening, with d5", "Polish Opening, with d5", None, None),
        ("A, b: C", "A, b", Some("C"), None),
        ("A: ", "A", None, None),
        ("", "", None, None),
    ];
    for (whole, opening, variation, sub_variation) in cases {
        let name = Name::new(whole);
        let parts = (name.opening(), name.variation(), name.sub_variation());
        assert_eq!(parts, (opening, variation, sub_variation), "{whole}");
        assert_eq!(name.as_str(), whole);
    }
}
