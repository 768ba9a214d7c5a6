//! UCI, long algebraic, figurines and letters.
//!
//! Standard: §8.2.3, §17. Decisions: D-60, D-62.

use super::letters::{LANGUAGES, Language, Letters, OTHER_ALPHABETS};
use super::{figurine, lan, uci};
use crate::fen::{self, Mode};
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;

fn read(text: &str, variant: Variant) -> Position {
    fen::parse_as(text.as_bytes(), Mode::Strict, variant).expect(text).0
}

const CASTLES: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

#[test]
fn coordinates_of_castling_depend_on_the_variant() {
    for (variant, text) in [(Variant::Standard, "e1g1"), (Variant::Chess960, "e1h1")] {
        let position = read(CASTLES, variant);
        let mv = uci::parse(&position, b"e1g1").expect("castling");
        assert!(mv.is_castle());
        assert_eq!(uci::parse(&position, b"e1h1"), Ok(mv));
        assert_eq!(uci::to_text(&position, mv), text);
    }
    // The king can step to g1: that is what is meant.
    let step = read("4k3/8/8/8/8/8/8/5K1R w K - 0 1", Variant::Chess960);
    assert!(!uci::parse(&step, b"f1g1").expect("a step").is_castle());
    assert!(uci::parse(&step, b"f1h1").expect("castling").is_castle());
}

#[test]
fn coordinates_that_are_not_moves() {
    let start = Position::start();
    for text in [&b""[..], b"e2", b"e2e9", b"e2e4p", b"e2e4qq", b"N@f9", b"@e4", b"K@@4", b"E2E4"] {
        assert_eq!(uci::parse(&start, text), Err(uci::UciError::Syntax));
    }
    for text in [&b"e2e5"[..], b"e2e4q", b"e2e4k", b"N@f3", b"K@f3", b"e7e5", b"a1a1"] {
        assert_eq!(uci::parse(&start, text), Err(uci::UciError::Illegal));
    }
    assert_eq!(uci::parse(&start, b"0000"), Ok(Move::NULL));
    assert_eq!(uci::to_text(&start, Move::NULL), "0000");
    let checked = read("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", Variant::Standard);
    assert_eq!(uci::parse(&checked, b"0000"), Err(uci::UciError::Illegal));
}

#[test]
fn long_algebraic_and_figurines() {
    for (fen, coordinates, long, short) in [
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "g1f3", "Ng1-f3", "♘f3"),
        ("7k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8q", "d7-d8=Q+", "d8=♕+"),
        (CASTLES, "e1c1", "O-O-O", "O-O-O"),
        ("4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1", "b2c3", "b2xc3", "bxc3"),
        ("4k3/8/8/8/8/4r3/8/2B2K2 w - - 0 1", "c1e3", "Bc1xe3", "♗xe3"),
    ] {
        let position = read(fen, Variant::Standard);
        let mv = uci::parse(&position, coordinates.as_bytes()).expect(coordinates);
        assert_eq!(lan::to_text(&position, mv), long);
        assert_eq!(figurine::to_text(&position, mv), short);
    }
    assert_eq!(lan::to_text(&Position::start(), Move::NULL), "--");
}

#[test]
fn seventeen_languages() {
    assert_eq!(LANGUAGES.len(), 17);
    let german = Language::find("german").expect("a language of the table").letters;
    assert_eq!(german.from_english("Nf3"), "Sf3");
    assert_eq!(german.from_english("exd8=Q+"), "exd8=D+");
    assert_eq!(german.from_english("O-O-O"), "O-O-O");
    for language in &LANGUAGES {
        for san in ["Nbxd2+", "e8=R#", "Qa6xb7#", "Kf1", "Bb5", "e4", "O-O"] {
            let local = language.letters.from_english(san);
            let back = language.letters.to_english(local.as_bytes()).expect("its own letters");
            assert_eq!(back, san, "{} {local}", language.name);
        }
    }
    for name in ["de", "DE", "Deutsch", "DEUTSCH", "German", "german"] {
        assert_eq!(Language::find(name).expect(name).letters, german, "{name}");
    }
    for language in &LANGUAGES {
        for name in language.names() {
            assert_eq!(Language::find(name), Some(language), "{name}");
            assert_eq!(Language::find(&name.to_uppercase()), Some(language), "{name}");
        }
    }
    assert!(Language::find("Klingon").is_none());
}

#[test]
fn languages_of_other_alphabets() {
    // D-80
    for language in &OTHER_ALPHABETS {
        for san in ["Nbxd2+", "e8=R#", "e8=Q", "Qa6xb7#", "Kf1", "Bb5", "e4", "O-O", "Ke2"] {
            let local = language.letters.from_english(san);
            let back = language.letters.to_english(local.as_bytes()).expect("its own letters");
            assert_eq!(back, san, "{} {local}", language.name);
        }
        let mut six = [""; 6];
        six.iter_mut().zip(language.letters.iter()).for_each(|(slot, letter)| *slot = letter);
        assert_eq!(Letters::new(six), Some(language.letters), "{}", language.name);
        for name in language.names() {
            assert_eq!(Language::find(name), Some(language), "{name}");
        }
    }
    assert_eq!(Language::all().count(), 26);
}

#[test]
fn letters_of_one_s_own() {
    let russian = Letters::new(["П", "К", "С", "Л", "Ф", "Кр"]).expect("good letters");
    assert_eq!(russian.from_english("Kxe8"), "Крxe8");
    assert_eq!(russian.to_english("Крxe8".as_bytes()).expect("a king"), "Kxe8");
    assert_eq!(russian.to_english("Кf3".as_bytes()).expect("a knight"), "Nf3");
    assert_eq!(russian.to_english("e8=Ф".as_bytes()).expect("a queen"), "e8=Q");
    assert_eq!(Letters::new(["P", "N", "B", "R", "Q", "Q"]), None);
    assert_eq!(Letters::new(["P", "N", "b", "R", "Q", "K"]), None);
    assert_eq!(Letters::new(["P", "", "B", "R", "Q", "K"]), None);
    assert_eq!(Letters::new(["P", "N", "B", "R", "12345678", "K"]), None);
}
