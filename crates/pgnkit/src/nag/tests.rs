//! Tests of the NAG table and its signs.
//!
//! Standard: §10, §8.2.3.8, §8.2.4. Decisions: D-13, D-35, D-36.

use super::*;

#[test]
fn table_has_the_140_meanings() {
    // §10-01
    assert_eq!(Nag::all().count(), 140);
    assert_eq!(Nag(0).meaning(), Some("null annotation"));
    assert_eq!(Nag(14).meaning(), Some("White has a slight advantage"));
    assert_eq!(Nag(139).meaning(), Some("Black has severe time control pressure"));
    assert_eq!(Nag(140).meaning(), None);
}

#[test]
fn rook_placement_has_its_own_numbers() {
    // §10-02, D-36
    assert_eq!(Nag(94).meaning(), Some("White has poor rook placement"));
    assert_eq!(Nag(97).meaning(), Some("Black has good rook placement"));
    assert_eq!(Nag(84).meaning(), Some("White has a very strong pawn structure"));
}

#[test]
fn no_meaning_is_given_twice() {
    let mut meanings: Vec<_> = Nag::all().map(|nag| nag.meaning().unwrap()).collect();
    meanings.sort_unstable();
    assert!(meanings.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn null_annotation_is_known() {
    // §10-03
    assert!(Nag::NULL.is_null());
    assert!(!Nag(1).is_null());
}

#[test]
fn scope_follows_the_number() {
    // §10-04 to §10-07
    let cases = [
        (0, Scope::Reserved),
        (1, Scope::Move),
        (9, Scope::Move),
        (10, Scope::Position),
        (135, Scope::Position),
        (136, Scope::Time),
        (139, Scope::Time),
        (140, Scope::Reserved),
        (255, Scope::Reserved),
        (256, Scope::Reserved),
    ];
    for (number, scope) in cases {
        assert_eq!(Nag(number).scope(), scope, "${number}");
    }
}

#[test]
fn six_suffixes_are_numbers_one_to_six() {
    // §8.2.3.8-01, §8.2.3.8-04
    for (idx, suffix) in ["!", "?", "!!", "??", "!?", "?!"].into_iter().enumerate() {
        let nag = Nag(idx as u16 + 1);
        assert_eq!(Nag::from_glyph(suffix), Some(nag));
        assert_eq!(nag.suffix(), Some(suffix));
        assert_eq!(nag.glyph(), Some(suffix));
    }
    assert_eq!(Nag::from_glyph("!!!"), None);
    assert_eq!(Nag::from_glyph("??!"), None);
    assert_eq!(Nag(0).suffix(), None);
    assert_eq!(Nag(7).suffix(), None);
}

#[test]
fn foreign_signs_are_read() {
    // D-13
    let cases = [
        ("‼", 3),
        ("⁇", 4),
        ("⁉", 5),
        ("⁈", 6),
        ("□", 7),
        ("=", 10),
        ("∞", 13),
        ("⩲", 14),
        ("+=", 14),
        ("+/=", 14),
        ("⩱", 15),
        ("=+", 15),
        ("=/+", 15),
        ("±", 16),
        ("+/-", 16),
        ("∓", 17),
        ("-/+", 17),
        ("+-", 18),
        ("+\u{2212}", 18),
        ("-+", 19),
        ("\u{2212}+", 19),
        ("⨀", 22),
    ];
    for (sign, number) in cases {
        assert_eq!(Nag::from_glyph(sign), Some(Nag(number)), "{sign}");
    }
    for sign in ["n", "", "+", "-", "--", "R1", "(!)"] {
        assert_eq!(Nag::from_glyph(sign), None, "{sign}");
    }
}

#[test]
fn each_program_writes_its_own_signs() {
    // D-79
    let cases = [
        // Lichess.
        ("=∞", 44),
        ("⟳", 32),
        ("↑", 36),
        ("→", 40),
        ("⇆", 132),
        ("⊕", 138),
        ("N", 146),
        ("+−", 18),
        ("∆", 140),
        // Scid.
        ("~=", 44),
        ("=/&", 44),
        ("D", 201),
        ("RR", 145),
        ("->", 40),
        ("/\\", 140),
        ("<=>", 149),
        ("+--", 20),
        ("--+", 21),
        ("~", 13),
        ("↻↻", 32),
        // ChessBase, in text made with its fonts.
        ("²", 14),
        ("³", 15),
        ("µ", 17),
        ("÷", 13),
        ("©", 44),
        ("™", 7),
        // Any order and any dash.
        ("∞=", 44),
        ("∞/=", 44),
        ("+/\u{2013}", 16),
        ("+\u{2014}", 18),
        ("\u{2212}\u{2212}+", 21),
        ("→\u{fe0e}", 40),
    ];
    for (sign, number) in cases {
        assert_eq!(Nag::from_glyph(sign), Some(Nag(number)), "{sign}");
    }
}

#[test]
fn every_sign_that_is_written_is_read_as_its_number() {
    let mut n_signs = 0;
    for number in 0..=300 {
        for sign in Nag(number).signs() {
            n_signs += 1;
            assert_eq!(Nag::from_glyph(sign), Some(Nag(number)), "{sign}");
        }
        assert_eq!(Nag(number).glyph(), Nag(number).signs().next());
    }
    assert!(n_signs > 100, "{n_signs}");
    assert_eq!(Nag(16).glyph(), Some("±"));
    // Signs that print both sides' numbers alike belong to White's.
    assert_eq!((Nag(44).glyph(), Nag(36).glyph()), (Some("=∞"), Some("↑")));
}

#[test]
fn later_meanings_are_kept_apart() {
    // D-35
    let later = |number| Nag(number).later_meaning().map(|later| (later.meaning, later.source));
    assert_eq!(later(146), Some(("novelty", "ChessPad, ChessBase, Scid")));
    assert_eq!(later(201), Some(("diagram", "Scid, Jose")));
    assert_eq!(later(220), Some(("diagram", "ChessPad")));
    for number in [139, 155, 219, 222, 237, 256] {
        assert_eq!(later(number), None, "${number}");
    }
    assert!(Nag::later().map(|(nag, _)| nag).is_sorted_by(|a, b| a < b));
    for (nag, later) in Nag::later() {
        assert_eq!((nag.meaning(), nag.scope()), (None, Scope::Reserved));
        assert!(!later.source.is_empty());
        let read = Nag::from_later_words(later.meaning).unwrap();
        assert!(read <= nag && read.later_meaning().unwrap().meaning == later.meaning);
    }
}

#[test]
fn words_give_the_number_back() {
    // §10-01
    for nag in Nag::all() {
        let meaning = nag.meaning().unwrap();
        assert_eq!(Nag::from_words(meaning), Some(nag), "{meaning}");
        assert_eq!(Nag::from_words(&meaning.to_uppercase()), Some(nag), "{meaning}");
    }
    for (words, nag) in [
        ("forced move", Some(Nag(7))),
        ("White has a crushing advantage", Some(Nag(20))),
        ("black has a slight time advantage", Some(Nag(31))),
        ("novelty", None),
        ("nice move", None),
        ("", None),
    ] {
        assert_eq!(Nag::from_words(words), nag, "{words}");
    }
}

#[test]
fn diagrams_are_asked_for_by_three_numbers() {
    let asked: Vec<u16> = (0..=300).filter(|&n| Nag(n).diagram().is_some()).collect();
    assert_eq!(asked, [201, 220, 221]);
    assert_eq!(Nag(221).diagram(), Some(pgn_chess::Color::Black));
    for n in asked {
        assert!(Nag(n).later_meaning().unwrap().meaning.starts_with("diagram"));
    }
}

#[test]
fn digits_give_a_number_without_leading_zeros() {
    // §8.2.4-01 to §8.2.4-03
    assert_eq!(Nag::from_digits("007").unwrap().to_string(), "$7");
    assert_eq!(Nag::from_digits("255"), Some(Nag(255)));
    assert!(Nag(255).is_in_range());
    assert!(!Nag::from_digits("256").unwrap().is_in_range());
    assert_eq!(Nag::from_digits("99999999999999999999"), Some(Nag(u16::MAX)));
    assert_eq!(Nag::from_digits(""), None);
    assert_eq!(Nag::from_digits("1a"), None);
    assert_eq!(Nag::from_digits("+1"), None);
}

#[test]
fn signs_of_a_number_begin_with_the_one_that_is_printed() {
    assert_eq!(Nag(14).signs().collect::<Vec<_>>(), ["⩲", "+=", "+/=", "²"]);
    assert_eq!(Nag(9).signs().next(), None);
}

#[test]
fn a_table_of_ones_own_comes_before_that_of_the_standard() {
    let table = NagTable::parse("# mine\n\n1\tstrong\tS\n2\t\n1\tstronger\tT\n").unwrap();
    assert_eq!((table.sign(Nag(1)), table.sign(Nag(2))), (Some("T"), None));
    assert!(table.has(Nag(1)) && table.has(Nag(2)) && !table.has(Nag(3)));
    let words = [1, 2, 3, 300].map(|number| table.words(Nag(number)));
    assert_eq!(words, ["stronger", "poor move", "very good move", "$300"]);
    for text in ["1\ta\n2\n", "\n256\tx\n", "1\ta\nx\ty\n"] {
        let error = NagTable::parse(text).unwrap_err();
        let sentence = "line 2: expected a number from 0 to 255, a tab, and words";
        assert_eq!(error.to_string(), sentence, "{text:?}");
    }
}
