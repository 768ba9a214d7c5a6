//! The places of moves against the plain way: all texts written, whole, and sorted.

use super::sorted::Sorted;
use super::{by_ordinal, key, ordinal};
use crate::fen;
use crate::moves::Move;
use crate::notation::san;
use crate::position::Position;
use proptest::prelude::*;
use std::string::String;
use std::vec::Vec;

/// The places are those of the whole texts, marks included, sorted as bytes.
fn check(position: &Position) -> Result<(), TestCaseError> {
    let mut texts: Vec<(String, Move)> = position
        .legal_moves()
        .iter()
        .map(|&mv| (san::write(position, mv).as_str().into(), mv))
        .collect();
    texts.sort();
    for (n, (text, mv)) in texts.iter().enumerate() {
        prop_assert_eq!(ordinal(position, *mv), n, "{:?} {}", position, text);
        prop_assert_eq!(by_ordinal(position, n), Some(*mv), "{:?} {}", position, text);
        prop_assert_eq!(Sorted::of(position).before(key(position, *mv)), n);
        prop_assert_eq!(Sorted::of(position).nth(n), Some(*mv));
    }
    for beyond in [texts.len(), texts.len() + 1, 255, 511, usize::MAX] {
        prop_assert_eq!(by_ordinal(position, beyond.max(texts.len())), None);
    }
    Ok(())
}

fn check_game(start: Position, choices: &[u8]) -> Result<(), TestCaseError> {
    let mut position = start;
    for &choice in choices {
        check(&position)?;
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice as usize % moves.len()]);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn places_are_those_of_sorted_texts(choices in prop::collection::vec(any::<u8>(), 1..120)) {
        check_game(Position::start(), &choices)?;
    }

    #[test]
    fn in_chess960_too(n in 0u16..960, choices in prop::collection::vec(any::<u8>(), 1..80)) {
        check_game(Position::chess960(n).expect("below 960"), &choices)?;
    }
}

#[test]
fn full_boards_and_rare_moves() {
    for text in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "8/8/8/8/8/1k6/2p5/K7 b - - 0 50",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbqkbnr/1pp1pppp/8/p2pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "N1N1N3/1N1N4/N1N1N3/8/2k5/8/8/K6N w - - 0 1",
        "k7/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/7K b - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/8/8/8/8/1K6/3k4 w - - 0 1",
        "8/8/8/8/8/5k2/5q2/7K w - - 0 1",
    ] {
        if let Ok((position, _)) = fen::parse(text.as_bytes(), fen::Mode::Lax) {
            check(&position).expect(text);
        }
    }
}
