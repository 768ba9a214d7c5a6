//! Exact positions.

use super::*;
use pgnkit::chess::fen::{self, EpPolicy};

const ITALIAN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6";

#[test]
fn what_is_missing_is_left_open() {
    let line = Line::of(ITALIAN);
    for (text, at) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Some(0)),
        ("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R", Some(6)),
        ("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w", Some(6)),
        ("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b", None),
        ("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R * KQkq", Some(6)),
        ("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQ", None),
        ("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 99 77", Some(6)),
        // The en passant square counts only where a pawn can take.
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", Some(1)),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", Some(1)),
    ] {
        assert_eq!(first(&parse(Subject::Position, text), &line), at, "{text}");
    }
}

#[test]
fn a_capture_en_passant_makes_another_position() {
    let line = Line::of("1. e4 Nf6 2. e5 d5");
    let placement = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq";
    assert_eq!(first(&parse(Subject::Position, &format!("{placement} d6")), &line), Some(4));
    assert_eq!(first(&parse(Subject::Position, &format!("{placement} -")), &line), None);
    assert_eq!(first(&parse(Subject::Position, &format!("{placement} *")), &line), Some(4));
}

#[test]
fn a_key_is_sixteen_digits() {
    let probe = parse(Subject::Position, " 463B96181691FC9C ");
    assert_eq!(first(&probe, &Line::of(ITALIAN)), Some(0));
}

#[test]
fn colors_and_wings_can_be_exchanged() {
    let line = Line::of("1. e4 c5 2. Nf3 d6");
    let turned = "rnbqkb1r/pppp1ppp/5n2/4p3/2P5/3P4/PP2PPPP/RNBQKBNR b KQkq -";
    let mirrored = "rnbkqbnr/pppp1ppp/5n2/4p3/2P5/3P4/PP2PPPP/RNBKQBNR";
    for (text, either_color, either_wing, at) in [
        (turned, false, false, None),
        (turned, true, false, Some(4)),
        (mirrored, true, false, None),
        ("r1bkqbnr/ppp1pppp/3p4/5p2/3P4/2N5/PPP1PPPP/R1BKQBNR", false, true, None),
        ("rnbkqbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBKQBNR", false, true, None),
        ("rnbkqbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBKQBNR", false, true, None),
        ("rnbkqbnr/ppp1pppp/3p4/8/8/8/PPPPPPPP/RNBKQBNR", false, true, None),
        ("rnbkqbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBKQBNR", false, true, Some(1)),
    ] {
        let options = Options { sides: Sides { either_color, either_wing }, ..Options::default() };
        assert_eq!(first(&parse_with(Subject::Position, text, options), &line), at, "{text}");
    }
}

#[test]
fn errors_point_at_their_field() {
    for (text, range) in [
        ("", 0..0),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 13..43),
        ("8/8/8/8/8/8/8/K6k x", 18..19),
        ("  8/8/8/8/8/8/8/K6k w KX", 23..24),
        ("8/8/8/8/8/8/8/K6k w - e9", 22..24),
        ("8/8/8/8/8/8/8/K6k w - - 0 1 +0+0 x", 33..34),
        ("463b96181691fc9", 0..15),
    ] {
        let error = error(Subject::Position, text);
        assert_eq!(error.range, range, "{text}: {error}");
        assert!(error.message.starts_with("expected "), "{error}");
    }
}

/// Positions of a game, searched in the game itself and in others.
#[test]
fn giving_up_early_loses_nothing() {
    for (n, variant) in Variant::ALL.into_iter().enumerate() {
        for seed in 0..8 {
            let line = Line::random(variant, seed * 31 + n as u64, 120);
            let other = Line::random(variant, seed * 31 + n as u64 + 7, 120);
            for (ply, position) in line.positions().iter().enumerate().step_by(5) {
                let text = fen::to_text(position, EpPolicy::Standard);
                let probe = parse(Subject::Position, &text);
                let found = first(&probe, &line);
                assert_eq!(found, twin(&probe, &line), "{text}");
                assert!(found.is_some_and(|found| found <= ply as u32), "{variant:?} {text}");
                assert_eq!(first(&probe, &other), twin(&probe, &other), "{text}");
            }
        }
    }
}
