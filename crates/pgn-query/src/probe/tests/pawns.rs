//! Pawn structures.

use super::super::NAMED;
use super::*;
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::{Color, Role, Square};

fn holds(text: &str, placement: &str) -> bool {
    let fen = format!("{placement} w - - 0 1");
    let (position, _) =
        fen::parse(fen.as_bytes(), Mode::Lax).unwrap_or_else(|error| panic!("{error}"));
    let line = Line { start: position, moves: Vec::new() };
    first(&parse(Subject::Pawns, text), &line).is_some()
}

#[test]
fn features_are_counted() {
    let isolani = "r2qk3/pp3ppp/4p3/8/3P4/8/PP3PPP/R2QK3";
    let doubled = "4k3/p1p2p2/8/4P3/2P1p3/2P3P1/P7/4K3";
    for (text, placement, expected) in [
        ("iqp", isolani, true),
        ("white iqp", isolani, true),
        ("black iqp", isolani, false),
        ("white isolated = 1", isolani, true),
        ("black isolated", isolani, false),
        ("white isolated on d", isolani, true),
        ("white isolated on a..c", isolani, false),
        ("white islands = 3, ", isolani, false),
        ("white islands = 3; black islands = 2", isolani, true),
        ("not iqp", isolani, false),
        ("not black iqp", isolani, true),
        ("white files abdfgh", isolani, true),
        ("files abefgh", isolani, true),
        ("white files abefgh", isolani, false),
        ("white pawns = 6; black pawns = 6", isolani, true),
        ("white passed", isolani, false),
        ("white doubled = 1", doubled, true),
        ("white isolated = 5", doubled, true),
        ("black isolated = 3", doubled, false),
        ("black passed on e", doubled, true),
        ("black passed = 1", doubled, true),
        ("white passed", doubled, false),
        ("pawns on 3 = 2", doubled, true),
        ("hanging", "4k3/pp3ppp/4p3/8/2PP4/8/P4PPP/4K3", true),
        ("white hanging", "4k3/pp3ppp/4p3/8/2PP4/8/P4PPP/4K3", true),
        ("black hanging", "4k3/p4ppp/8/2pp4/8/4P3/PP3PPP/4K3", true),
        ("hanging", "4k3/pp3ppp/4p3/8/2PP4/8/PP3PPP/4K3", false),
        ("carlsbad", "4k3/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/4K3", true),
        ("black carlsbad", "4k3/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/4K3", false),
        ("carlsbad", "4k3/pp2pppp/2p5/3p4/3P4/4P3/PP3PPP/4K3", false),
        ("white chain = 3", "4k3/8/8/8/5P2/4P3/3P4/4K3", true),
        ("chain", "4k3/8/8/8/5P2/4P3/8/4K3", false),
        ("white backward = 1", "4k3/8/8/2p1p3/2P1P3/3P4/8/4K3", true),
        ("white backward", "4k3/8/8/2p5/2P1P3/3P4/8/4K3", true),
        ("white backward", "4k3/8/8/8/2P1P3/3P4/8/4K3", false),
        ("white backward", "4k3/8/8/2p1p3/4P3/2PP4/8/4K3", false),
        ("white connected = 2", "4k3/8/8/8/8/PP6/7P/4K3", true),
        ("8/8/8/8/8/PP6/7P/8", "4k3/8/8/8/8/PP6/7P/4K3", true),
        ("8/8/8/8/8/PP6/8/8", "4k3/8/8/8/8/PP6/7P/4K3", false),
    ] {
        if text.ends_with(", ") {
            assert_eq!(error(Subject::Pawns, text).range, 17..18);
            continue;
        }
        assert_eq!(holds(text, placement), expected, "{text} in {placement}");
    }
}

#[test]
fn every_structure_is_found_where_it_stands_and_from_the_other_side() {
    for row in NAMED {
        for color in Color::ALL {
            let mut board = pgnkit::chess::Board::EMPTY;
            let mut put = |text: &str, color: Color, role, flip: bool| {
                for word in text.split(' ').filter(|word| !word.is_empty()) {
                    let square = Square::from_ascii(word.as_bytes()).map(|square| match flip {
                        true => Square::new(square.index() ^ 56).unwrap_or(square),
                        false => square,
                    });
                    let square = square.unwrap_or_else(|| panic!("{word}"));
                    assert_eq!(board.piece_at(square), None, "{}", row.word);
                    board.put(square, pgnkit::chess::Piece { color, role });
                }
            };
            let flip = color == Color::Black;
            put(row.own, color, Role::Pawn, flip);
            put(row.enemy, color.other(), Role::Pawn, flip);
            put("h1", Color::White, Role::King, false);
            put("h8", Color::Black, Role::King, false);
            let setup = pgnkit::chess::Setup { board, ..pgnkit::chess::Setup::EMPTY };
            let start = setup.position().unwrap_or_else(|faults| panic!("{faults}"));
            let line = Line { start, moves: Vec::new() };
            let whose = color.to_string().to_lowercase();
            let other = color.other().to_string().to_lowercase();
            for (text, expected) in [
                (row.word.to_owned(), true),
                (format!("{whose} {}", row.word), true),
                (format!("{other} {}", row.word), false),
            ] {
                let probe = parse(Subject::Pawns, &text);
                assert_eq!(first(&probe, &line).is_some(), expected, "{text}");
            }
        }
    }
}

#[test]
fn errors_point_at_their_place() {
    for (text, range) in [
        ("", 0..0),
        ("white", 5..5),
        ("isolani", 0..7),
        ("isolated on", 11..11),
        ("isolated on z", 12..13),
        ("isolated >=", 11..11),
        ("files", 5..5),
        ("files xyz", 6..9),
        ("8/8/8/8/8/8/PPPP/8", 16..18),
        ("8/8/8/8/8/8/PPPPPPPP/4K3", 22..23),
        ("iqp; 8/8", 8..8),
    ] {
        let error = error(Subject::Pawns, text);
        assert_eq!(error.range, range, "{text}: {error}");
    }
}

#[test]
fn giving_up_early_loses_nothing() {
    let texts = [
        "iqp",
        "white passed >= 2",
        "isolated = 3",
        "white doubled; black isolated",
        "backward >= 2",
        "chain >= 4",
        "islands = 4",
        "not connected",
        "white files abcdefgh; black pawns = 7",
        "carlsbad",
        "hanging",
        "french-advance",
        "8/pppppppp/8/8/4P3/8/PPPP1PPP/8",
        "8/ppppppp1/7p/8/P7/8/1PPPPPPP/8",
    ];
    for text in texts {
        for (either, lasts_plies) in [(false, 0), (true, 0), (true, 5)] {
            let sides = Sides { either_color: either, either_wing: either };
            let options = Options { sides, lasts_plies, ..Options::default() };
            agrees_with_twin(&parse_with(Subject::Pawns, text, options));
        }
    }
}
