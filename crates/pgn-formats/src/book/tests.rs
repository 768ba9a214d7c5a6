//! Books: each move there and back, searching, weights.

use super::{Entry, find, weights};
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::{Move, Position};
use std::io::Cursor;

fn position(text: &str) -> Position {
    fen::parse(text.as_bytes(), Mode::Lax).expect("a position").0
}

#[test]
fn each_legal_move_comes_back() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/pPp5/8/3pP3/8/8/1p4P1/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/8/8/8/1p6/R3K2R b KQkq - 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    ];
    for text in fens {
        let position = position(text);
        for &mv in &position.legal_moves() {
            let entry = Entry::new(position.polyglot_key(), mv, 7).expect("a move of a book");
            assert_eq!(entry.resolve(&position), Some(mv), "{text} {mv:?}");
            assert_eq!(Entry::from_bytes(&entry.to_bytes()), entry);
        }
    }
    assert_eq!(Entry::new(1, Move::NULL, 7), None);
}

#[test]
fn moves_have_the_bits_of_other_programs() {
    let castles = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // e1 is square 4; h1, a1, g1 are 7, 0, 6.
    for (bits, expected) in [(4 << 6 | 7, "e1xh1"), (4 << 6, "e1xa1"), (4 << 6 | 6, "e1xh1")] {
        let entry = Entry { key: 0, mv: bits, weight: 1, learn: 0 };
        let mv = entry.resolve(&castles).map(|mv| format!("{mv:?}"));
        assert_eq!(mv.as_deref(), Some(expected));
    }
    let promotes = position("8/1P5k/8/8/8/8/8/K7 w - - 0 1");
    // b7 to b8, knight 1 to queen 4.
    for (role, name) in [(1, "N"), (2, "B"), (3, "R"), (4, "Q")] {
        let entry = Entry { key: 0, mv: role << 12 | 49 << 6 | 57, weight: 1, learn: 0 };
        let mv = entry.resolve(&promotes).map(|mv| format!("{mv:?}"));
        assert_eq!(mv, Some(format!("b7b8={name}")));
    }
    assert_eq!(Entry { key: 0, mv: 0, weight: 1, learn: 0 }.resolve(&promotes), None);
}

#[test]
fn weights_fit_and_keep_their_order() {
    assert!(weights(&[]).is_empty());
    assert_eq!(weights(&[0, 1, 65_535]), [0, 1, 65_535]);
    assert_eq!(weights(&[0, 1, 655_350, 327_675]), [0, 1, 65_535, 32_767]);
    assert_eq!(weights(&[u64::MAX, 1]), [65_535, 1]);
}

fn book(keys: &[u64]) -> Cursor<Vec<u8>> {
    let entry = |(n, &key): (usize, &u64)| Entry { key, mv: n as u16, weight: 1, learn: 0 };
    Cursor::new(keys.iter().enumerate().flat_map(|it| entry(it).to_bytes()).collect())
}

#[test]
fn a_search_finds_all_moves_of_a_position() {
    let mut some = book(&[3, 3, 5, 8, 8, 8, 9, u64::MAX]);
    for (key, expected) in [
        (0, vec![]),
        (3, vec![0, 1]),
        (5, vec![2]),
        (6, vec![]),
        (8, vec![3, 4, 5]),
        (u64::MAX, vec![7]),
    ] {
        let found: Vec<u16> =
            find(&mut some, key).expect("a book").iter().map(|it| it.mv).collect();
        assert_eq!(found, expected, "{key}");
    }
    assert!(find(&mut book(&[]), 1).expect("an empty book").is_empty());
}

#[test]
fn what_is_no_book_is_refused() {
    let told = |bytes: Vec<u8>| find(&mut Cursor::new(bytes), 1).expect_err("no book").to_string();
    assert!(told(vec![0; 17]).contains("multiple of 16"));
    assert!(told(book(&[9, 3, 8, 1, 2]).into_inner()).contains("not in order"));
}
