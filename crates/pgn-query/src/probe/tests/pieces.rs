//! Pieces on squares, in zones, and attacks.

use super::*;
use pgnkit::chess::fen::{self, Mode};

fn holds(text: &str, fen: &str) -> bool {
    let (position, _) =
        fen::parse(fen.as_bytes(), Mode::Lax).unwrap_or_else(|error| panic!("{error}"));
    let line = Line { start: position, moves: Vec::new() };
    first(&parse(Subject::Pieces, text), &line).is_some()
}

#[test]
fn men_stand_where_they_are_said_to() {
    let fen = "r2qk2r/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R w KQkq - 4 7";
    for (text, expected) in [
        ("Nf3", true),
        ("Nd5", false),
        ("nf6", true),
        ("Nf6", false),
        ("[Nn]f6", true),
        ("Pe4,d3", true),
        ("Pe4,d4", false),
        ("Pe4; Nf3; bc5", true),
        ("Pe4; Nf3; bc6", false),
        ("not Nd5", true),
        ("not Nf3", false),
        ("_d2", true),
        ("!d1", true),
        ("ae5", true),
        ("K in a..c", false),
        ("K in e", true),
        ("K in 1", true),
        ("k in d7..f8", true),
        ("k in f8..d7", true),
        ("P in 2..3 = 7", true),
        ("P in 2..3 > 7", false),
        ("N in c,f = 2", true),
        ("B in light = 1", true),
        ("b in dark", true),
        ("P in center", true),
        ("R in edge >= 2", true),
        ("Q in a1..h8 = 0", false),
        ("q in a1..h8 in 1..2", true),
        ("white to move", true),
        ("black to move", false),
        ("Bg5 attacks f6", true),
        ("Bg5 attacks d8", false),
        ("B attacks f7", true),
        ("B attacks f7 = 1", true),
        ("Bxf7", true),
        ("Bc4xp", true),
        ("Bxe4", false),
        ("Rxr", false),
        ("bxn", false),
        ("bxN", true),
        ("P attacks 4,5", true),
        ("A attacks d5 = 3", true),
        ("N attacks k", false),
        ("nf6 pinned", false),
        ("A pinned", false),
        ("Nf3 attacked", true),
        ("Nf3 hanging", false),
        ("Bg5 defended", true),
        ("bg4 hanging", false),
    ] {
        assert_eq!(holds(text, fen), expected, "{text}");
    }
}

#[test]
fn pins_are_seen_for_both_sides() {
    let fen = "3rk3/8/8/b7/8/2N5/3P4/3RK3 w - - 0 1";
    for (text, expected) in [("N pinned", false), ("P pinned", false), ("r pinned", false)] {
        assert_eq!(holds(text, fen), expected, "{text}");
    }
    let fen = "4k3/4r3/8/b7/8/2N5/4R3/4K3 b - - 0 1";
    for (text, expected) in [
        ("Nc3 pinned", true),
        ("R pinned", true),
        ("r pinned", true),
        ("A pinned = 2", true),
        ("b pinned", false),
    ] {
        assert_eq!(holds(text, fen), expected, "{text}");
    }
}

#[test]
fn what_is_attacked_and_not_defended_hangs() {
    let fen = "4k3/8/8/3p4/4r3/8/8/K3R3 w - - 0 1";
    for (text, expected) in [
        ("re4 hanging", false),
        ("Re1 hanging", true),
        ("Re1 attacked", true),
        ("re4 attacked; re4 defended", true),
        ("R defended", false),
    ] {
        assert_eq!(holds(text, fen), expected, "{text}");
    }
}

#[test]
fn errors_point_at_their_place() {
    for (text, range) in [
        ("", 0..0),
        ("N", 1..1),
        ("Nd9", 1..3),
        ("Xd5", 0..3),
        ("Nd5,", 4..4),
        ("Nd5 Nd6", 4..7),
        ("Nd5; ", 5..5),
        ("K in", 4..4),
        ("K in x", 5..6),
        ("K in a..3", 8..9),
        ("K in a..", 8..8),
        ("white to", 8..8),
        ("N attacks", 9..9),
        ("N attacks d5 >=", 15..15),
        ("[Nd5", 2..4),
    ] {
        let error = error(Subject::Pieces, text);
        assert_eq!(error.range, range, "{text}: {error}");
    }
}

#[test]
fn giving_up_early_loses_nothing() {
    for text in [
        "Nd5",
        "Pa7",
        "Pe5,d5",
        "pa2; Q in 1..2",
        "Q in 1..8 = 2",
        "[QR]h7",
        "A in 7..8 >= 3",
        "N attacks k",
        "Qxq",
        "n pinned",
        "P in 6..7 >= 2",
        "not Ra1; Kg1",
        "A hanging >= 3",
        "white to move; Kf2",
        "_e2; _d2; _c2",
    ] {
        for (either_color, lasts_plies) in [(false, 0), (true, 2)] {
            let sides = Sides { either_color, either_wing: either_color };
            let options = Options { sides, lasts_plies, ..Options::default() };
            agrees_with_twin(&parse_with(Subject::Pieces, text, options));
        }
    }
}
