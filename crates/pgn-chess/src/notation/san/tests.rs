//! The vectors of requirements 8.2.3 and the spellings of D-32.
//!
//! Standard: §8.2.3. Decisions: D-32, D-34, D-37.

use std::string::ToString;

use super::*;
use crate::fen::{self, EpPolicy, Mode};
use crate::notation::letters::Language;
use crate::notation::uci;
use crate::position::Position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const AFTER_E4_D5: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2";
const EN_PASSANT: &str = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
const CASTLES: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
const PROMOTES: &str = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
const PAWN_OR_BISHOP: &str = "4k3/8/8/8/1B6/2p5/1P6/4K3 w - - 0 1";
const B4_OR_BISHOP: &str = "rnbqkbnr/pppp1ppp/8/4p3/1P2P3/8/P1PP1PPP/RNBQKBNR w KQkq - 0 3";
const FOOLS_MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2";

fn read(text: &str) -> Position {
    fen::parse(text.as_bytes(), Mode::Strict).unwrap_or_else(|error| panic!("{text}: {error}")).0
}

/// Writing the coordinates' move gives the SAN, and both ways lead back.
fn check_write(fen: &str, coordinates: &str, expected: &str) {
    let position = read(fen);
    let mv = uci::parse(&position, coordinates.as_bytes())
        .unwrap_or_else(|error| panic!("{fen} {coordinates}: {error}"));
    assert_eq!(to_text(&position, mv), expected, "{fen} {coordinates}");
    assert_eq!(resolve_canonical(&position, expected.as_bytes()), Some(mv), "{fen} {expected}");
    assert!(parse(expected.as_bytes()).is_ok(), "{expected}");
}

#[test]
fn canonical_texts_of_8_2_3() {
    for (fen, coordinates, expected) in [
        (START, "g1f3", "Nf3"),
        (START, "e2e4", "e4"),
        (AFTER_E4_D5, "e4d5", "exd5"),
        (PAWN_OR_BISHOP, "b2c3", "bxc3"),
        (PAWN_OR_BISHOP, "b4c3", "Bxc3"),
        (CASTLES, "e1g1", "O-O"),
        (CASTLES, "e1c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        (EN_PASSANT, "e5f6", "exf6"),
        (PROMOTES, "e7e8q", "e8=Q"),
        (PROMOTES, "e7e8n", "e8=N+"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "c3e2", "Nce2"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2"),
        ("4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", "R1a4"),
        ("4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "a7a4", "R7a4"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"),
        ("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1b1", "Rab1"),
        ("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "f1b1", "Rfb1"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        (FOOLS_MATE, "d8h4", "Qh4#"),
        ("4k3/8/8/8/2N1N3/8/8/K3R3 w - - 0 1", "c4d2", "Ncd2"),
        ("4k3/8/8/8/2N1N3/8/8/K3R3 w - - 0 1", "e4d2", "Ned2+"),
        ("4k3/4p3/8/5B2/4N3/8/8/K3R3 w - - 0 1", "e4f6", "Nf6+"),
        ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4f6", "Nf6+"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6", "Qg6"),
        ("Q7/1p6/Q1Q5/8/8/8/8/1k5K w - - 0 1", "a6b7", "Qa6xb7#"),
        ("8/8/8/8/8/8/5p1K/k5N1 b - - 0 1", "f2g1q", "fxg1=Q+"),
    ] {
        check_write(fen, coordinates, expected);
    }
}

#[test]
fn what_is_almost_canonical_is_not() {
    let position = read(START);
    for text in ["NNf3", "N-f3", "N.f3", "N0f3", "N9f3", "Nif3", "N=f3+"] {
        assert_eq!(resolve_canonical(&position, text.as_bytes()), None, "{text}");
    }
    for text in ["e3=K", "e3=", "e3=P", "e4=Q"] {
        assert_eq!(resolve_canonical(&position, text.as_bytes()), None, "{text}");
    }
    assert_eq!(
        resolve(&position, b"NNf3", &SanOptions::default()).map(|reading| reading.mv),
        Err(ResolveError::NotAMove)
    );
}

#[test]
fn a_pawn_must_become_something_on_the_last_rank() {
    let position = read(PROMOTES);
    let lax = SanOptions::default();
    let error = resolve(&position, b"e8", &lax).unwrap_err();
    assert_eq!(error.to_string(), "a pawn on e8 must become a piece");
    let reading = resolve(&position, b"e8", &lax.with_queen(true)).expect("a queen");
    assert_eq!(to_text(&position, reading.mv), "e8=Q");
    assert_eq!(reading.stage, Stage::Promotion);
    assert_eq!(reading.departures, Departures::MISSING_PROMOTION);
}

/// The text means the SAN, at this stage, with these departures.
fn check_lax(fen: &str, text: &[u8], san: &str, stage: Stage, departures: Departures) {
    let position = read(fen);
    let name = std::string::String::from_utf8_lossy(text);
    let reading = resolve(&position, text, &SanOptions::default())
        .unwrap_or_else(|error| panic!("{fen} {name}: {error}"));
    assert_eq!(to_text(&position, reading.mv), san, "{fen} {name}");
    assert_eq!((reading.stage, reading.departures), (stage, departures), "{fen} {name}");
}

#[test]
fn stage_2_signs() {
    use Departures as D;
    let stage = Stage::Signs;
    check_lax(AFTER_E4_D5, b"ed5", "exd5", stage, D::MISSING_CAPTURE);
    check_lax(START, b"Nxf3", "Nf3", stage, D::EXTRA_CAPTURE);
    check_lax(START, b"Ngf3", "Nf3", stage, D::ORIGIN);
    check_lax(START, b"N1f3", "Nf3", stage, D::ORIGIN);
    check_lax(START, b"Ng1f3", "Nf3", stage, D::ORIGIN);
    check_lax(START, b"ee4", "e4", stage, D::ORIGIN);
    check_lax(START, b"exe4", "e4", stage, D::ORIGIN | D::EXTRA_CAPTURE);
    check_lax("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", b"Ra1b1", "Rab1", stage, D::ORIGIN);
    for text in [&b"Qh4++"[..], b"Qh4ch", b"Qh4mate", b"Qh4dblch", b"Qh4 dbl ch", b"+Qh4", b"Qh4+#"]
    {
        let reading = resolve(&read(FOOLS_MATE), text, &SanOptions::default()).expect("a move");
        assert_eq!(
            (reading.stage, to_text(&read(FOOLS_MATE), reading.mv)),
            (stage, {
                let mut mate = SanText::new();
                mate.push_str("Qh4#");
                mate
            })
        );
        assert!(reading.departures.contains(D::MARK_SPELLING));
    }
    check_lax(EN_PASSANT, b"exf6ep", "exf6", stage, D::EN_PASSANT_TAIL);
    check_lax(EN_PASSANT, b"exf6e.p.", "exf6", stage, D::EN_PASSANT_TAIL);
    check_lax(EN_PASSANT, b"exf6 e.p.", "exf6", stage, D::EN_PASSANT_TAIL | D::SPACE);
    check_lax(START, b"e4=", "e4", stage, D::EXTRA_EQUALS);
    let (tail, mark) = (D::EN_PASSANT_TAIL, D::MARK_SPELLING);
    check_lax(EN_PASSANT, b"exf6e.p.+", "exf6", stage, tail);
    check_lax(EN_PASSANT, b"exf6+ep", "exf6", stage, tail | mark);
    check_lax(PROMOTES, b"e8+=N", "e8=N+", stage, D::MARK_SPELLING);
}

#[test]
fn stage_3_castling() {
    use Departures as D;
    let stage = Stage::Castling;
    check_lax(CASTLES, b"0-0", "O-O", stage, D::ZERO_CASTLING);
    check_lax(CASTLES, b"0-0-0", "O-O-O", stage, D::ZERO_CASTLING);
    check_lax(CASTLES, b"O-0", "O-O", stage, D::ZERO_CASTLING);
    check_lax(CASTLES, b"O\x96O", "O-O", stage, D::FOREIGN_DASH);
    check_lax(CASTLES, b"O\x97O\x97O", "O-O-O", stage, D::FOREIGN_DASH);
    for dash in ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}']
    {
        let text = std::format!("O{dash}O{dash}O");
        check_lax(CASTLES, text.as_bytes(), "O-O-O", stage, D::FOREIGN_DASH);
    }
    check_lax(CASTLES, b"Kg1", "O-O", stage, D::KING_MOVE_CASTLING);
    check_lax(CASTLES, b"Kc1", "O-O-O", stage, D::KING_MOVE_CASTLING);
    for text in [&b"OO"[..], b"00", b"000"] {
        assert_eq!(
            resolve(&read(CASTLES), text, &SanOptions::default()),
            Err(ResolveError::NotAMove)
        );
    }
}

#[test]
fn stage_4_coordinates_and_long_algebraic() {
    use Departures as D;
    let stage = Stage::Coordinates;
    check_lax(START, b"Ng1-f3", "Nf3", stage, D::LONG_ALGEBRAIC);
    check_lax(START, b"e2-e4", "e4", stage, D::LONG_ALGEBRAIC);
    check_lax(START, b"e2e4", "e4", stage, D::COORDINATES);
    check_lax(START, b"g1f3", "Nf3", stage, D::COORDINATES);
    check_lax(PROMOTES, b"e7e8q", "e8=Q", stage, D::COORDINATES);
    check_lax(PROMOTES, b"e7-e8=Q", "e8=Q", stage, D::LONG_ALGEBRAIC);
    check_lax(AFTER_E4_D5, b"e4d5", "exd5", stage, D::COORDINATES);
    check_lax(AFTER_E4_D5, b"e4xd5", "exd5", stage, D::LONG_ALGEBRAIC);
    check_lax(AFTER_E4_D5, b"e4:d5", "exd5", stage, D::LONG_ALGEBRAIC | D::CAPTURE_SIGN);
    check_lax(AFTER_E4_D5, b"e:d5", "exd5", stage, D::CAPTURE_SIGN);
    check_lax(AFTER_E4_D5, b"ed5:", "exd5", stage, D::CAPTURE_SIGN);
    check_lax(AFTER_E4_D5, b"ed", "exd5", stage, D::SHORT_PAWN_CAPTURE);
    check_lax(AFTER_E4_D5, b"exd", "exd5", stage, D::SHORT_PAWN_CAPTURE);
    check_lax(AFTER_E4_D5, b"xd5", "exd5", stage, D::SHORT_PAWN_CAPTURE);
    check_lax(AFTER_E4_D5, b"ed:", "exd5", stage, D::SHORT_PAWN_CAPTURE | D::CAPTURE_SIGN);
    check_lax(CASTLES, b"e1g1", "O-O", stage, D::KING_MOVE_CASTLING | D::COORDINATES);
    check_lax(CASTLES, b"e1h1", "O-O", stage, D::KING_MOVE_CASTLING | D::COORDINATES);
    check_lax(CASTLES, b"Ke1-g1", "O-O", stage, D::KING_MOVE_CASTLING | D::LONG_ALGEBRAIC);
    let dash = "e2\u{2013}e4".as_bytes();
    check_lax(START, dash, "e4", stage, D::LONG_ALGEBRAIC | D::FOREIGN_DASH);
}

#[test]
fn stages_5_to_8() {
    use Departures as D;
    check_lax(PROMOTES, b"e8Q", "e8=Q", Stage::Promotion, D::MISSING_EQUALS);
    check_lax(PROMOTES, b"e8(Q)", "e8=Q", Stage::Promotion, D::PROMOTION_SPELLING);
    check_lax(PROMOTES, b"e8/Q", "e8=Q", Stage::Promotion, D::PROMOTION_SPELLING);
    check_lax(START, "\u{2658}f3".as_bytes(), "Nf3", Stage::Figurine, D::FIGURINE);
    check_lax(START, "\u{265e}\u{fe0e}f3".as_bytes(), "Nf3", Stage::Figurine, D::FIGURINE);
    check_lax(START, b"nf3", "Nf3", Stage::Case, D::CASE);
    check_lax(START, b"NF3", "Nf3", Stage::Case, D::CASE);
    check_lax(START, b"E4", "e4", Stage::Case, D::CASE);
    check_lax(CASTLES, b"o-o", "O-O", Stage::Case, D::CASE);
    check_lax(CASTLES, b"o-o-o", "O-O-O", Stage::Case, D::CASE);
    check_lax(PROMOTES, b"e8=q", "e8=Q", Stage::Case, D::CASE);
    check_lax(PROMOTES, b"e8q", "e8=Q", Stage::Case, D::CASE | D::MISSING_EQUALS);
    check_lax(START, b"Pe4", "e4", Stage::Extra, D::PAWN_LETTER);
    check_lax(START, b"Pe2-e4", "e4", Stage::Extra, D::PAWN_LETTER | D::LONG_ALGEBRAIC);
    check_lax(START, b"1e4", "e4", Stage::Extra, D::GLUED_NUMBER);
    check_lax(START, b"1.e4", "e4", Stage::Extra, D::GLUED_NUMBER);
    check_lax(CASTLES, b"12O-O", "O-O", Stage::Extra, D::GLUED_NUMBER);
}

#[test]
fn the_exact_case_goes_first() {
    use Departures as D;
    check_lax(PAWN_OR_BISHOP, b"bxc3", "bxc3", Stage::Canonical, D::NONE);
    check_lax(PAWN_OR_BISHOP, b"Bxc3", "Bxc3", Stage::Canonical, D::NONE);
    check_lax(PAWN_OR_BISHOP, b"bc3", "bxc3", Stage::Signs, D::MISSING_CAPTURE);
    check_lax(PAWN_OR_BISHOP, b"bd6", "Bd6", Stage::Case, D::CASE);
    check_lax(START, b"B4", "b4", Stage::Case, D::CASE);
    check_lax(START, b"E2E4", "e4", Stage::Case, D::CASE | D::COORDINATES);
    check_lax(AFTER_E4_D5, b"Exd5", "exd5", Stage::Case, D::CASE);
    check_lax(AFTER_E4_D5, b"EXD5", "exd5", Stage::Case, D::CASE);
}

/// How each word that may name two pieces is read: as a move of this one, as ambiguous, or as no
/// move.
#[test]
fn a_letter_that_may_name_another_man_is_doubted_or_refused() {
    let doubt = SanOptions::default().with_doubtful(true);
    let black = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
    for (fen, text, plain, doubted) in [
        (START, "Bb3", "no bishop can reach b3", "no bishop can reach b3"),
        (START, "B1c3", "no bishop can reach c3", "no bishop can reach c3"),
        (START, "BB3", "no bishop can reach b3", "no bishop can reach b3"),
        (PAWN_OR_BISHOP, "Bxc3", "Bxc3", "Bxc3"),
        (PAWN_OR_BISHOP, "ba5", "the pawn on b2 cannot reach a5", "Ba5"),
        (
            PAWN_OR_BISHOP,
            "ba3",
            "there is nothing to capture on a3",
            "there is nothing to capture on a3",
        ),
        (
            PAWN_OR_BISHOP,
            "bxa3",
            "there is nothing to capture on a3",
            "there is nothing to capture on a3",
        ),
        (B4_OR_BISHOP, "bb5", "two moves are possible: Bb5, b5", "b5"),
        (B4_OR_BISHOP, "b-b5", "two moves are possible: Bb5, b5", "b5"),
        (B4_OR_BISHOP, "b4b5", "b5", "b5"),
        (B4_OR_BISHOP, "dd4", "d4", "d4"),
        (START, "bb3", "b3", "b3"),
        (START, "Dd4", "not a move", "not a move"),
        (START, "Cxd4", "not a move", "not a move"),
        (black, "DXE4", "not a move", "dxe4"),
        (START, "D2-d4", "not a move", "d4"),
        (START, "DD4", "not a move", "not a move"),
        (START, "\u{2657}4", "not a move", "not a move"),
        // Dutch writes `P` for the knight.
        (START, "Pf3", "two moves are possible: Nf3, f3", "f3"),
        (START, "Pf4", "f4", "f4"),
        (AFTER_E4_D5, "Pexd5", "exd5", "exd5"),
        (PROMOTES, "e8", "a pawn on e8 must become a piece", "a pawn on e8 must become a piece"),
    ] {
        let position = read(fen);
        for (lax, expected) in [(SanOptions::default(), plain), (doubt, doubted)] {
            let read = resolve(&position, text.as_bytes(), &lax);
            let told = match &read {
                Ok(reading) => to_text(&position, reading.mv).to_string(),
                Err(error) => error.to_string(),
            };
            assert_eq!(told, expected, "{fen} {text}");
            let is_doubtful = read.is_ok_and(|reading| reading.is_doubtful());
            assert_eq!(is_doubtful, plain != doubted && lax.doubtful, "{fen} {text}");
        }
    }
}

#[test]
fn null_moves_in_all_spellings_but_never_in_check() {
    let position = read(START);
    for text in
        [&b"--"[..], b"Z0", b"null", b"pass", b"@@@@", b"0000", "\u{2013}\u{2013}".as_bytes()]
    {
        let reading = resolve(&position, text, &SanOptions::default()).expect("a null move");
        assert!(reading.mv.is_null() && reading.departures.contains(Departures::NULL_MOVE));
    }
    let checked = read("4k3/8/8/8/8/8/8/K3R3 b - - 0 1");
    let error = resolve(&checked, b"--", &SanOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "Black is in check from the rook on e1 and cannot pass");
}

#[test]
fn several_moves_are_never_guessed_between() {
    let position = read("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    let error = resolve(&position, b"Nd2", &SanOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "two knights can go to d2: Nbd2, Nfd2");
    let ResolveError::Ambiguous(candidates) = error else { panic!("ambiguous") };
    assert_eq!(candidates.moves().len(), 2);
    assert_eq!(candidates.texts(), ["Nbd2", "Nfd2"]);
    // One of the two is pinned: no doubt is left.
    let pinned = read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    let reading = resolve(&pinned, b"Ne2", &SanOptions::default()).expect("one legal move");
    assert_eq!((reading.stage, reading.departures), (Stage::Canonical, Departures::NONE));
}

#[test]
fn texts_that_are_no_moves() {
    let position = read(START);
    for text in [
        &b""[..],
        b"e",
        b"e9",
        b"i4",
        b"Nf",
        b"N",
        b"hello",
        b"1-0",
        b"1/2-1/2",
        b"*",
        b"O-O-O-O",
        b"e4e",
        b"Nf3f",
        b"\xff",
        b"e4\xff",
        b"Qd4=",
        b"e8=",
        b"1",
        b"1.",
        b"...",
        b"x",
        b"-",
        b"Ng1-f3Q3",
        b"e2e4e6",
        b"a very long text that cannot be any move at all",
        b"Z1",
    ] {
        match resolve(&position, text, &SanOptions::default()) {
            Err(ResolveError::NotAMove | ResolveError::Illegal(_)) => {}
            other => panic!("{:?}: {other:?}", std::string::String::from_utf8_lossy(text)),
        }
    }
    for text in ["\u{fe0f}a3".as_bytes(), b"", b"hello", b"1-0", b"e9", b"*", b"O-O-O-O", b"Nf"] {
        assert_eq!(resolve(&position, text, &SanOptions::default()), Err(ResolveError::NotAMove));
    }
}

const REASONS: &[(&str, &str, &str)] = &[
    (START, "Ne5", "no knight can reach e5"),
    (START, "Nd2", "d2 is occupied by White's own pawn"),
    (START, "Bc4", "no bishop can reach c4"),
    (START, "Qd4", "the queen on d1 is blocked by the pawn on d2"),
    (START, "Qe5", "the queen on d1 cannot reach e5"),
    (START, "e5", "the pawn on e2 cannot reach e5"),
    (START, "exd3", "there is nothing to capture on d3"),
    (START, "exd", "no pawn on the e file can capture on the d file"),
    (START, "O-O", "castling is blocked by the bishop on f1"),
    (START, "e4=Q", "only a pawn on the last rank promotes"),
    (START, "Nf3=Q", "only a pawn on the last rank promotes"),
    (START, "e5e6", "there is nothing on e5"),
    (START, "e7e5", "the pawn on e7 is Black's"),
    (START, "Rad1", "d1 is occupied by White's own queen"),
    (START, "Ree2", "White has no rook on the e file"),
    (PROMOTES, "Qe4", "White has no queen"),
    (PROMOTES, "e8=K", "a pawn cannot become a king"),
    (CASTLES, "Ke3", "the king on e1 cannot reach e3"),
    ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e4", "the pawn on e2 is blocked"),
    ("4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 1", "Bh6", "the bishop on d2 is pinned by the bishop on b4"),
    ("4k3/8/8/8/8/7r/8/4K3 w - - 0 1", "Kh1", "the king on e1 cannot reach h1"),
    ("4k2r/8/8/8/8/8/8/6K1 w - - 0 1", "Kh1", "the king would be in check from the rook on h8"),
    ("4r1k1/8/8/8/8/8/8/N3K3 w - - 0 1", "Nb3", "White is in check from the rook on e8"),
    (
        "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1",
        "O-O",
        "the king cannot castle out of check from the rook on e8",
    ),
    ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castling passes f1, attacked by the rook on f8"),
    ("k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "the king would be in check from the rook on g8"),
    ("6k1/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "White may no longer castle on the king's side"),
    ("6k1/8/8/8/8/8/8/4K2R w - - 0 1", "Kg1", "White may no longer castle on the king's side"),
    (
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "exd3",
        "the king would be in check from the queen on h4",
    ),
    ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "xe3", "no pawn can capture straight ahead on e3"),
    (START, "e2e5", "the pawn on e2 cannot reach e5"),
    (START, "g1g3", "the knight on g1 cannot reach g3"),
    (START, "e7", "the pawn on e2 cannot reach e7"),
    ("4k3/8/8/4P3/4n3/8/8/4K3 w - - 0 1", "e4", "the pawn on e5 cannot reach e4"),
    ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q", "the pawn on e7 is blocked"),
    ("8/8/8/3k4/K2pP2q/8/8/8 b - e3 0 1", "dxe3=Q", "only a pawn on the last rank promotes"),
    (
        "3k4/8/8/K2pP2q/8/8/8/8 w - d6 0 1",
        "exd6",
        "the king would be in check from the queen on h5",
    ),
    ("4r1k1/8/8/b7/8/8/3PN3/4K3 w - - 0 1", "Nc3", "the knight on e2 is pinned by the rook on e8"),
    (
        "3b3k/2N5/8/K3p2q/8/8/8/8 w - e6 0 1",
        "Ne6",
        "the knight on c7 is pinned by the bishop on d8",
    ),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Qg1", "White has no queen"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kf1g1", "White has no king on f1"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1=Q", "only a pawn on the last rank promotes"),
];

#[test]
fn reasons_a_player_would_give() {
    for (fen, text, sentence) in REASONS {
        let position = read(fen);
        let error = resolve(&position, text.as_bytes(), &SanOptions::default())
            .expect_err(&std::format!("{fen} {text}"));
        assert_eq!(error.to_string(), *sentence, "{fen} {text}");
    }
}

#[test]
fn check_marks_are_compared_with_the_truth() {
    use Departures as D;
    let mate = read(FOOLS_MATE);
    let check = read("4k3/8/8/8/8/8/8/K6R w - - 0 1");
    for (position, text, expected) in [
        (&mate, "Qh4#", D::NONE),
        (&mate, "Qh4+", D::MISSING_MATE),
        (&mate, "Qh4", D::MISSING_MATE),
        (&mate, "Qg5+", D::WRONG_MARK),
        (&mate, "Qg5#", D::WRONG_MARK),
        (&mate, "Qg5", D::NONE),
        (&check, "Rh8+", D::NONE),
        (&check, "Rh8", D::MISSING_CHECK),
        (&check, "Rh8#", D::WRONG_MARK),
        (&check, "Rh8++", D::NONE),
    ] {
        let reading = resolve(position, text.as_bytes(), &SanOptions::default()).expect("a move");
        assert_eq!(reading.check_marks(&position.after(reading.mv)), expected, "{text}");
    }
}

#[test]
fn other_languages_only_when_asked_for() {
    let german = Language::find("de").map(|language| language.letters);
    let lax = SanOptions::default().with_letters(german);
    let position = read(START);
    assert!(resolve(&position, b"Sf3", &SanOptions::default()).is_err());
    let reading = resolve(&position, b"Sf3", &lax).expect("a knight's move");
    assert_eq!(to_text(&position, reading.mv), "Nf3");
    assert_eq!((reading.stage, reading.departures), (Stage::Canonical, Departures::LANGUAGE));
    let reading = resolve(&position, b"Nf3", &lax).expect("English is understood too");
    assert_eq!(reading.departures, Departures::NONE);
    for (text, san) in
        [("e4", "e4"), ("Sg1-f3", "Nf3"), ("sf3", "Nf3"), ("Be4", "e4"), ("1.Sf3", "Nf3")]
    {
        let reading = resolve(&position, text.as_bytes(), &lax).expect(text);
        assert_eq!(to_text(&position, reading.mv), san, "{text}");
    }
    let reading = resolve(&read(PROMOTES), b"e8=D", &lax).expect("a promotion");
    assert_eq!(to_text(&read(PROMOTES), reading.mv), "e8=Q");
    // In Spanish R is the king, and a rook's move must not be made of an impossible king's move.
    let spanish = SanOptions::default().with_letters(Language::find("es").map(|l| l.letters));
    let rooks = read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(
        resolve(&rooks, b"Rd2", &spanish).map(|r| to_text(&rooks, r.mv).to_string()),
        Ok("Kd2".to_string())
    );
    assert!(resolve(&rooks, b"Ra5", &spanish).is_err());
    // Dutch has O for the pawn.
    let dutch = SanOptions::default().with_letters(Language::find("Dutch").map(|l| l.letters));
    let castles = read(CASTLES);
    assert_eq!(resolve(&castles, b"O-O", &dutch).map(|r| r.mv.is_castle()), Ok(true));
}

#[test]
fn chess960_castling_by_direction() {
    let fen = "1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1";
    for (text, after) in [
        ("O-O", "1rk4r/8/8/8/8/8/8/1R3RK1 b kq - 1 1"),
        ("O-O-O", "1rk4r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("c1h1", "1rk4r/8/8/8/8/8/8/1R3RK1 b kq - 1 1"),
        ("c1b1", "1rk4r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("Kg1", "1rk4r/8/8/8/8/8/8/1R3RK1 b kq - 1 1"),
    ] {
        let position = read(fen);
        let reading = resolve(&position, text.as_bytes(), &SanOptions::default()).expect(text);
        assert_eq!(fen::to_text(&position.after(reading.mv), EpPolicy::Standard), after, "{text}");
    }
}

#[test]
fn syntax_without_a_board() {
    for (text, offset, kind) in [
        ("", 0, SanErrorKind::Start),
        ("x", 0, SanErrorKind::Start),
        ("e9", 1, SanErrorKind::Square),
        ("exd", 2, SanErrorKind::Square),
        ("e8=P", 3, SanErrorKind::Promotion),
        ("K@e4", 0, SanErrorKind::Start),
        ("N@e9", 2, SanErrorKind::Square),
        ("P@e44", 2, SanErrorKind::Square),
        ("e4!", 2, SanErrorKind::End),
        ("N", 1, SanErrorKind::Square),
        ("Nf3=Q", 3, SanErrorKind::End),
        ("O-O-", 0, SanErrorKind::Start),
    ] {
        let error = SanError { offset, kind };
        assert_eq!(parse(text.as_bytes()), Err(error), "{text}");
        let said = error.to_string();
        assert!(said.starts_with("expected ") && said.ends_with(&offset.to_string()), "{said}");
    }
    assert_eq!(
        parse(b"P@e4+"),
        Ok(San::Drop {
            role: crate::piece::Role::Pawn,
            to: crate::square::Square::E4,
            mark: Mark::Check,
        })
    );
    assert_eq!(
        parse(b"Qa6xb7#"),
        Ok(San::Normal {
            role: crate::piece::Role::Queen,
            file: crate::square::File::new(0),
            rank: crate::square::Rank::new(5),
            capture: true,
            to: crate::square::Square::B7,
            promotion: None,
            mark: Mark::Mate,
        })
    );
}

#[test]
fn what_may_stand_apart_after_a_move() {
    for text in ["mate", "checkmate", "ch", "check", "dbl", "e.p.", "ep", "+", "++", "#", "##"] {
        assert!(is_tail(text.as_bytes()), "{text}");
    }
    for text in ["=", "==", "+++", "+#", "#+", "+x", "x+", "", "Nf3", "mat", "mates", "epp", "Mate"]
    {
        assert!(!is_tail(text.as_bytes()), "{text}");
    }
}
