//! Names, arrays, endings and reasons of variants.
//!
//! Decisions: D-60.

use super::EndReason;
use crate::fen::{self, EpPolicy, Mode};
use crate::moves::Move;
use crate::notation::san::{self, SanOptions};
use crate::notation::uci;
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::variant::{Pocket, Variant};
use std::string::ToString;

fn read(variant: Variant, text: &str) -> Position {
    fen::parse_as(text.as_bytes(), Mode::Strict, variant).expect(text).0
}

fn play(position: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(*position, |position, text| {
        let reading = san::resolve(&position, text.as_bytes(), &SanOptions::default());
        position.after(reading.unwrap_or_else(|error| panic!("{text}: {error}")).mv)
    })
}

#[test]
fn names_by_letters_and_digits_alone() {
    for (names, variant) in [
        (
            "Chess960, chess 960, Fischerandom, Fischerrandom, CHESS-960, Freestyle, wild/fr",
            Variant::Chess960,
        ),
        ("Standard, From Position, standard, Chess, Normal, Regular", Variant::Standard),
        ("crazyhouse, Crazy House, zh", Variant::Crazyhouse),
        ("Atomic, atomic chess, Atom", Variant::Atomic),
        ("Antichess, Anti Chess, Giveaway, giveaway chess", Variant::Antichess),
        ("Suicide, suicide chess", Variant::Suicide),
        ("King of the Hill, kingofthehill, KOTH, kingOfTheHill", Variant::KingOfTheHill),
        ("Three-check, threeCheck, 3check, 3-Check, 3 Check, Three Check", Variant::ThreeCheck),
        ("Horde", Variant::Horde),
        ("Racing Kings, racingKings, Race", Variant::RacingKings),
    ] {
        for name in names.split(',') {
            assert_eq!(Variant::from_name(name), Some(variant), "{name}");
        }
    }
    for name in ["", "Xiangqi", "Chess961", "Crazyhouse960", "Losers", "шахматы"] {
        assert_eq!(Variant::from_name(name), None, "{name}");
    }
    for variant in Variant::ALL {
        assert_eq!(Variant::from_name(variant.name()), Some(variant));
    }
}

#[test]
fn every_variant_has_its_array() {
    for variant in Variant::ALL {
        let start = Position::start_of(variant);
        assert_eq!(start.variant(), variant);
        assert_eq!(fen::to_text(&start, EpPolicy::Standard), variant.start_fen());
        assert_eq!(start.ending(), None, "{variant}");
        let is_usual = start.board() == Position::start().board();
        assert_eq!(is_usual, variant.has_usual_array() || variant == Variant::Chess960);
    }
}

#[test]
fn ordinary_keys_stay_as_they_are() {
    let start = Position::start();
    for variant in [Variant::Crazyhouse, Variant::Atomic, Variant::ThreeCheck] {
        assert_eq!(Position::start_of(variant).polyglot_key(), start.polyglot_key());
    }
    let one = read(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1");
    let keys = [
        one.polyglot_key(),
        read(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1").polyglot_key(),
        read(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1").polyglot_key(),
        read(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1").polyglot_key(),
        read(Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1").polyglot_key(),
        read(Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1").polyglot_key(),
        read(Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1").polyglot_key(),
    ];
    for (n, key) in keys.iter().enumerate() {
        assert!(!keys[..n].contains(key), "{n}");
    }
    let promoted = "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1";
    let plain = promoted.replace('~', "");
    let (promoted, plain) =
        (read(Variant::Crazyhouse, promoted), read(Variant::Crazyhouse, &plain));
    assert!(promoted.polyglot_key() != plain.polyglot_key() && !promoted.same_position(&plain));
}

#[test]
fn endings_and_who_has_won() {
    use EndReason::*;
    const WHITE: Option<Color> = Some(Color::White);
    const BLACK: Option<Color> = Some(Color::Black);
    for (variant, fen, moves, reason, winner) in [
        (Variant::KingOfTheHill, "8/4k3/8/8/8/3K4/8/8 w - - 0 1", "Kd4#", KingOnHill, WHITE),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "Ra8#", ThirdCheck, WHITE),
        (Variant::Atomic, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", Checkmate, WHITE),
        (Variant::Atomic, "1r1k4/2p5/8/8/5B2/8/8/4K3 w - - 0 1", "Bxc7#", KingExploded, WHITE),
        (Variant::Antichess, "8/8/8/8/8/1p6/P7/8 w - - 0 1", "axb3", AllLost, BLACK),
        (Variant::Antichess, "8/8/8/p7/8/P7/8/8 w - - 0 1", "a4#", Stalemate, BLACK),
        (Variant::Suicide, "8/8/8/8/8/1p6/P7/8 w - - 0 1", "axb3", AllLost, BLACK),
        (Variant::Suicide, "8/8/8/p7/8/P7/8/8 w - - 0 1", "a4", Stalemate, None),
        (Variant::Suicide, "8/8/8/p7/8/P7/8/7N w - - 0 1", "a4#", Stalemate, BLACK),
        (Variant::Suicide, "8/8/p7/p7/8/P7/8/8 w - - 0 1", "a4#", Stalemate, WHITE),
        (Variant::Antichess, "8/8/p7/p7/8/P7/8/8 w - - 0 1", "a4#", Stalemate, BLACK),
        (Variant::Suicide, "8/8/p7/8/P7/P7/8/8 b - - 0 1", "a5#", Stalemate, BLACK),
        (Variant::Antichess, "8/8/p7/8/P7/P7/8/8 b - - 0 1", "a5#", Stalemate, WHITE),
        (Variant::Horde, "4k3/8/8/8/8/8/1r6/1P6 b - - 0 1", "Rxb1#", HordeTaken, BLACK),
        (Variant::Horde, "7k/5P1P/6PP/8/8/8/8/8 w - - 0 1", "f8=Q#", Checkmate, WHITE),
        (Variant::RacingKings, "8/K7/8/7k/8/8/8/8 w - - 0 1", "Ka8#", RaceOver, WHITE),
        (Variant::RacingKings, "8/K6k/8/8/8/8/8/8 w - - 0 1", "Ka8 Kh8", RaceOver, None),
        (Variant::RacingKings, "8/7k/K7/8/8/8/8/8 b - - 0 1", "Kh8#", RaceOver, BLACK),
        (Variant::Crazyhouse, "6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1", "R@e8#", Checkmate, WHITE),
        (Variant::Standard, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", Stalemate, None),
    ] {
        let position = play(&read(variant, fen), moves);
        let ending = position.ending().unwrap_or_else(|| panic!("{variant} {moves}"));
        assert_eq!((ending.reason, ending.winner), (reason, winner), "{variant} {moves}");
        assert!(!position.has_legal_move() && position.legal_moves().is_empty(), "{moves}");
        assert_eq!(position.is_checkmate(), reason == Checkmate, "{moves}");
        assert_eq!(position.is_stalemate(), reason == Stalemate, "{moves}");
    }
}

#[test]
fn material_that_wins_for_nobody() {
    for (variant, fen, is_dead) in [
        (Variant::Atomic, "8/3k4/8/8/2N5/8/3K4/8 b - - 0 1", true),
        (Variant::Atomic, "8/3k4/8/8/8/8/3K4/8 w - - 0 1", true),
        (Variant::Atomic, "8/3k4/8/8/2B5/8/3K4/8 b - - 0 1", true),
        (Variant::Atomic, "8/3k4/8/8/2R5/8/3K4/8 b - - 0 1", true),
        (Variant::Atomic, "8/3k4/8/8/2NN4/8/3K4/8 b - - 0 1", true),
        (Variant::Atomic, "8/3k4/8/8/2Q5/8/3K4/8 b - - 0 1", false),
        (Variant::Atomic, "8/3k4/8/8/2P5/8/3K4/8 b - - 0 1", false),
        (Variant::Atomic, "8/3k4/8/8/2RN4/8/3K4/8 b - - 0 1", false),
        (Variant::Atomic, "8/3k4/3n4/8/2N5/8/3K4/8 b - - 0 1", false),
        (Variant::Atomic, "8/3k4/3b4/8/2B5/8/3K4/8 b - - 0 1", true),
        (Variant::Atomic, "8/3k4/2b5/8/2B5/8/3K4/8 b - - 0 1", false),
        (Variant::Antichess, "8/3k4/8/8/8/8/3K4/8 w - - 0 1", false),
        (Variant::Antichess, "8/3b4/8/8/8/8/3B4/8 w - - 0 1", true),
        (Variant::Antichess, "8/3b4/8/8/8/8/4B3/8 w - - 0 1", false),
        (Variant::Suicide, "8/3b4/8/8/8/8/3B4/8 w - - 0 1", true),
        (Variant::Suicide, "8/3k4/8/8/8/8/3K4/8 w - - 0 1", false),
        (Variant::KingOfTheHill, "8/3k4/8/8/8/8/3K4/8 w - - 0 1", false),
        (Variant::ThreeCheck, "8/3k4/8/8/8/8/3K4/8 w - - 3+3 0 1", true),
    ] {
        assert_eq!(read(variant, fen).is_insufficient_material(), is_dead, "{variant} {fen}");
    }
}

#[test]
fn reasons_that_ordinary_chess_does_not_have() {
    for (variant, fen, text, reason) in [
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[] w - -", "N@f3", "White has no knight in hand"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - -", "N@e8", "e8 is not empty"),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[P] w - -",
            "P@e8",
            "a pawn cannot be dropped on e8",
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/4r3/4K3[P] w - -",
            "P@a3",
            "White is in check from the rook on e2",
        ),
        (Variant::Standard, "4k3/8/8/8/8/8/8/4K3 w - -", "N@f3", "this variant has no drops"),
        (
            Variant::Antichess,
            "8/8/8/8/8/1p6/P7/8 w - -",
            "a4",
            "a capture is available, so it must be played",
        ),
        (
            Variant::Atomic,
            "4k3/8/8/8/8/8/4q3/4K3 w - -",
            "Kxe2",
            "a king cannot capture: it would be blown up",
        ),
        (
            Variant::Atomic,
            "4k3/8/8/8/8/8/3q4/R3K2R w - -",
            "Rd1",
            "White is in check from the queen on d2",
        ),
        (
            Variant::Atomic,
            "4k3/8/8/8/8/1N6/3q4/4K3 w - -",
            "Nxd2",
            "White's own king would be blown up",
        ),
        (Variant::RacingKings, "8/8/8/8/8/8/k6K/1R6 w - -", "Ra1", "no move may give check"),
        (
            Variant::KingOfTheHill,
            "4k3/8/8/8/3K4/8/8/8 b - -",
            "Kd8",
            "the game is over: a king is on the hill",
        ),
        (
            Variant::ThreeCheck,
            "4k3/8/8/8/8/8/8/4K2R b K - 0+3",
            "O-O",
            "the game is over: the third check was given",
        ),
    ] {
        let (position, _) = fen::parse_as(fen.as_bytes(), Mode::Lax, variant).expect(fen);
        let error =
            san::resolve(&position, text.as_bytes(), &SanOptions::default()).expect_err(text);
        assert_eq!(error.to_string(), reason, "{variant} {fen} {text}");
    }
}

#[test]
fn drops_are_read_as_they_are_found() {
    let position = read(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1");
    for (text, canonical, noted) in [
        ("N@f3", "N@f3", false),
        ("n@f3", "N@f3", true),
        ("N@F3", "N@f3", true),
        ("P@e4", "P@e4", false),
        ("@e4", "P@e4", true),
        ("P@e7", "P@e7", false),
        ("\u{2658}@f3", "N@f3", true),
    ] {
        let reading = san::resolve(&position, text.as_bytes(), &SanOptions::default()).expect(text);
        assert_eq!(san::to_text_unmarked(&position, reading.mv), canonical);
        assert_eq!(!reading.departures.is_empty(), noted, "{text}");
        let coordinates = uci::to_text(&position, reading.mv);
        assert_eq!(coordinates, canonical);
        assert_eq!(uci::parse(&position, coordinates.as_bytes()), Ok(reading.mv));
    }
    assert!(uci::parse(&position, b"f3f3").is_err());
}

#[test]
fn pockets_take_what_they_can_hold() {
    let mut pocket = Pocket::EMPTY;
    for _ in 0..100 {
        pocket.add(Role::Pawn);
        pocket.add(Role::King);
    }
    assert_eq!((pocket.count(Role::Pawn), pocket.len()), (63, 63));
    assert_eq!(pocket.count(Role::King), 0);
    for _ in 0..100 {
        pocket.remove(Role::Pawn);
        pocket.remove(Role::Queen);
    }
    assert!(pocket.is_empty());
}

#[test]
fn a_promoted_man_is_a_pawn_when_it_is_taken() {
    let start = read(Variant::Crazyhouse, "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1");
    let position = play(&start, "bxa8=Q+ Kd7");
    assert_eq!(fen::to_text(&position, EpPolicy::Standard), "Q~7/3k4/8/8/8/8/8/4K3[R] w - - 1 2");
    let black = read(Variant::Crazyhouse, "Q~2r4/3k4/8/8/8/8/8/4K3[] b - - 0 1");
    let position = play(&black, "Rxa8");
    assert_eq!(fen::to_text(&position, EpPolicy::Standard), "r7/3k4/8/8/8/8/8/4K3[p] w - - 0 2");
    assert!(position.promoted().is_empty());
    let mut drops = play(&position, "Kd1").legal_moves().to_vec();
    drops.retain(|mv: &Move| mv.dropped().is_some());
    assert_eq!(drops.len(), 48 - 1);
}

#[test]
fn every_man_has_one_letter_of_its_own() {
    for role in Role::ALL {
        assert!(role.letter().is_ascii_uppercase(), "{role:?}");
    }
    for byte in 0..=u8::MAX {
        let read = Role::from_letter(byte);
        assert!(read.is_none_or(|role| role.letter() == byte), "{byte:02x}");
        let is_letter = Role::ALL.iter().any(|role| role.letter() == byte);
        assert_eq!(read.is_some(), is_letter, "{byte:02x}");
    }
}
