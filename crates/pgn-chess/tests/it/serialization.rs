//! Values survive serde.

use pgn_chess::{Color, Move, Position, Role, Square, Variant};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) -> String {
    let text = serde_json::to_string(&value).expect("JSON");
    assert_eq!(serde_json::from_str::<T>(&text).expect("a value"), value);
    text
}

#[test]
fn values_are_text() {
    assert_eq!(survives(Square::E4), "\"e4\"");
    assert_eq!(survives(Color::White), "\"White\"");
    assert_eq!(survives(Role::Knight), "\"knight\"");
    assert!(serde_json::from_str::<Square>("\"e9\"").is_err());
    assert!(serde_json::from_str::<Position>("\"8/8\"").is_err());
    assert!(serde_json::from_str::<Role>("1").is_err());
}

#[test]
fn positions_and_moves_of_every_variant_survive() {
    for variant in Variant::ALL {
        survives(variant);
        let mut position = Position::start_of(variant);
        for n in 0..30 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(n * 7 % moves.len().max(1)) else { break };
            assert_eq!(survives(mv), mv.raw().to_string());
            position.play_unchecked(mv);
            survives(position);
        }
    }
    survives(Move::NULL);
}
