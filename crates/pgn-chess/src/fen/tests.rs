//! The vectors of requirement 16.1 and of D-45, D-46, D-47, D-60.
//!
//! Standard: §16.1. Decisions: D-45, D-46, D-47, D-60.

use std::format;
use std::string::{String, ToString};

use super::*;
use crate::notation::san::{self, SanOptions};
use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::variant::Variant;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

fn strict(text: &str) -> Result<(Position, FenNotes), FenError> {
    parse(text.as_bytes(), Mode::Strict)
}

fn lax(text: &str) -> Result<(Position, FenNotes), FenError> {
    parse(text.as_bytes(), Mode::Lax)
}

/// Read strictly as a set-up, for which there is no fast path.
fn on_the_long_road(text: impl AsRef<[u8]>) -> Option<(Position, FenNotes)> {
    let (setup, notes) = parse_setup(text.as_ref(), Mode::Strict).ok()?;
    Some((setup.position().ok()?, notes))
}

/// Strictly legal, nothing noted, printed identically.
fn same(text: &str) {
    let (position, notes) = strict(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(to_text(&position, EpPolicy::Standard), text);
    assert!(notes.without(FenNotes::VARIANT_IMPLIED).is_empty(), "{text}: {notes:?}");
}

/// Refused strictly with this kind at this offset.
fn refused(text: &str, kind: FenErrorKind, offset: usize) {
    let error = strict(text).expect_err(text);
    assert_eq!((error.kind, error.offset), (kind, offset), "{text}: {error}");
}

/// Refused strictly, read with these notes by tolerance, and then printed so.
fn corrected(text: &str, notes: FenNotes, printed: &str) {
    assert!(strict(text).is_err(), "{text}");
    let (position, found) = lax(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(found, notes, "{text}");
    assert_eq!(to_text(&position, EpPolicy::Standard), printed, "{text}");
}

fn played(moves: &str) -> Position {
    let mut position = Position::start();
    for text in moves.split_whitespace() {
        let reading = san::resolve(&position, text.as_bytes(), &SanOptions::default()).expect(text);
        position.play_unchecked(reading.mv);
    }
    position
}

fn check_played(moves: &str, fen: &str) {
    assert_eq!(to_text(&played(moves), EpPolicy::Standard), fen, "{moves}");
    same(fen);
}

#[test]
fn the_five_examples_of_16_1_4() {
    check_played("", START);
    check_played("e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    check_played("e4 c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
    check_played("e4 c5 Nf3", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    same("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39");
}

#[test]
fn rights_vanish_with_king_and_rooks() {
    check_played("e4 e5 Ke2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2");
    check_played(
        "a4 b5 h4 b4 c4 bxc3 Ra3",
        "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 1 4",
    );
    // A rook that is captured at home.
    check_played(
        "g3 b6 Bg2 Bb7 Nf3 Bxf3 Rf1 Bxg2 Rg1 Be4 Rh1 Bxh1",
        "rn1qkbnr/p1pppppp/1p6/8/8/6P1/PPPPPP1P/RNBQK2b w Qkq - 0 7",
    );
}

#[test]
fn castling_does_not_reset_the_clock() {
    check_played(
        "e4 e5 Nf3 Nf6 Be2 Be7 O-O",
        "rnbqk2r/ppppbppp/5n2/4p3/4P3/5N2/PPPPBPPP/RNBQ1RK1 b kq - 5 4",
    );
}

#[test]
fn one_line_of_six_fields_with_one_space_between() {
    for text in [
        format!(" {START}"),
        format!("{START} "),
        START.replace(' ', "  "),
        START.replacen(' ', "\t", 1),
        format!("{START}\n"),
    ] {
        assert!(matches!(strict(&text), Err(FenError { kind: FenErrorKind::Spacing, .. })));
        corrected(&text, FenNotes::WHITE_SPACE, START);
    }
    refused(&format!("{START} x"), FenErrorKind::Spacing, START.len() + 2);
    corrected(&format!("{START} x y"), FenNotes::TRAILING_TEXT, START);
    refused("\u{e9}", FenErrorKind::Placement, 0);
}

#[test]
fn records_may_be_long() {
    let pieces = "r1b1k1n1/p1p1p1p1/1p1p1p1p/q1b1n1r1/1P1P1P1P/P1P1P1P1/N1B1Q1R1/R1B1K1N1";
    let text = format!("{pieces} b Qq - 4000000000 4000000000");
    assert!(text.len() > 80);
    same(&text);
    let (position, notes) = strict(&format!("{KINGS} w - - 0 99999999999999999999")).expect("long");
    assert_eq!((position.fullmove(), notes), (u32::MAX, FenNotes::CLOCK_SATURATED));
}

#[test]
fn placement() {
    use FenErrorKind::Placement;
    for (text, offset) in [
        ("8/8/8/8/8/8/8 w - - 0 1", 13),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", 15),
        ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 16),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 17),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 18),
        ("rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 18),
        ("Xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", 9),
        ("", 0),
    ] {
        refused(text, Placement, offset);
    }
    corrected(
        "4k3/8/8/44/8/8/8/4K3 w - - 0 1",
        FenNotes::SPLIT_DIGITS,
        &format!("{KINGS} w - - 0 1"),
    );
    assert!(lax("8/8/8/8/8/8/8 w - - 0 1").is_err());
}

#[test]
fn side_to_move() {
    refused(&format!("{KINGS} W - - 0 1"), FenErrorKind::Color, 20);
    refused(&format!("{KINGS} - - - 0 1"), FenErrorKind::Color, 20);
    refused(KINGS, FenErrorKind::Color, 19);
    corrected(&format!("{KINGS} W - - 0 1"), FenNotes::COLOR_CASE, &format!("{KINGS} w - - 0 1"));
    assert!(lax(&format!("{KINGS} - - - 0 1")).is_err());
}

#[test]
fn all_sixteen_sets_of_castling_rights() {
    for bits in 0..16 {
        let field: String =
            (0..4).filter(|n| bits >> n & 1 != 0).map(|n| ['K', 'Q', 'k', 'q'][n]).collect();
        let field = if field.is_empty() { "-".to_string() } else { field };
        same(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1"));
        same(&format!("r3k2r/8/8/8/8/8/8/R3K2R b {field} - 3 7"));
    }
}

#[test]
fn castling_letters_in_order_and_with_their_pieces() {
    let files = "r3k2r/8/8/8/8/8/8/R3K2R w HQkq - 0 1";
    let read = |mode| parse_as(files.as_bytes(), mode, Variant::Standard);
    assert!(read(Mode::Strict).is_err());
    assert_eq!(read(Mode::Lax).map(|read| read.1), Ok(FenNotes::CASTLING_FILES));
    let corners = "r3k2r/8/8/8/8/8/8/R3K2R";
    refused(&format!("{corners} w qkQK - 0 1"), FenErrorKind::Castling, 27);
    refused(&format!("{corners} w KK - 0 1"), FenErrorKind::Castling, 27);
    refused(&format!("{corners} w x - 0 1"), FenErrorKind::Castling, 26);
    refused(&format!("{KINGS} w K - 0 1"), FenErrorKind::Castling, 22);
    corrected(
        &format!("{corners} w qkQK - 0 1"),
        FenNotes::CASTLING_ORDER,
        &format!("{corners} w KQkq - 0 1"),
    );
    corrected(
        &format!("{KINGS} w KQ - 0 1"),
        FenNotes::CASTLING_DROPPED,
        &format!("{KINGS} w - - 0 1"),
    );
    assert!(lax(&format!("{corners} w x - 0 1")).is_err());
    // Rights need no free way, and survive a check.
    same("rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2");
}

#[test]
fn en_passant_square() {
    use FenErrorKind::EnPassant;
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    refused(&format!("{after_e4} b KQkq e4 0 1"), EnPassant, 54);
    refused(&format!("{after_e4} w KQkq e3 0 1"), EnPassant, 54);
    refused(&format!("{after_e4} b KQkq z 0 1"), EnPassant, 53);
    refused(&format!("{KINGS} b - e3 0 1"), EnPassant, 24);
    corrected(&format!("{KINGS} b - e3 0 1"), FenNotes::EP_DROPPED, &format!("{KINGS} b - - 0 1"));
    corrected(
        &format!("{after_e4} w KQkq e3 0 1"),
        FenNotes::EP_DROPPED,
        &format!("{after_e4} w KQkq - 0 1"),
    );
    // The square behind is still taken.
    refused("4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", EnPassant, 28);
    assert!(lax(&format!("{after_e4} b KQkq zz 0 1")).is_err());
}

#[test]
fn three_policies_for_the_en_passant_square() {
    let text = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    let (pinned, _) = strict(text).expect(text);
    let after_e4 = played("e4");
    for (policy, one, other) in
        [(EpPolicy::Standard, "d3", "e3"), (EpPolicy::XFen, "d3", "-"), (EpPolicy::Legal, "-", "-")]
    {
        let ep = |position| to_text(position, policy).split(' ').nth(3).map(ToString::to_string);
        assert_eq!(ep(&pinned).as_deref(), Some(one));
        assert_eq!(ep(&after_e4).as_deref(), Some(other));
    }
}

#[test]
fn clock_and_number() {
    let kings = |rest: &str| format!("{KINGS} w - - {rest}");
    refused(&kings("-1 1"), FenErrorKind::Clock, 26);
    refused(&kings("x 1"), FenErrorKind::Clock, 26);
    refused(&kings("0 0"), FenErrorKind::MoveNumber, 28);
    refused(&kings("0 x"), FenErrorKind::MoveNumber, 28);
    refused(&kings("0"), FenErrorKind::MoveNumber, 27);
    assert!(lax(&kings("-1 1")).is_err());
    assert!(lax(&kings("7x 1")).is_err() && lax(&kings("- 1")).is_err());
    corrected(&kings("c0 1;"), FenNotes::MISSING_FIELDS | FenNotes::TRAILING_TEXT, &kings("0 1"));
    let (zeros, numbers) = (FenNotes::LEADING_ZEROS, [("00 07", "0 7"), ("0 01", "0 1")]);
    for (written, printed) in numbers {
        let (position, notes) = strict(&kings(written)).expect(written);
        assert_eq!(
            (to_text(&position, EpPolicy::Standard).as_str(), notes),
            (&*kings(printed), zeros)
        );
    }
    corrected(&kings("7 0"), FenNotes::FULLMOVE_ZERO, &kings("7 1"));
    corrected(&kings("7"), FenNotes::MISSING_FIELDS, &kings("7 1"));
    corrected(&format!("{KINGS} b - -"), FenNotes::MISSING_FIELDS, &format!("{KINGS} b - - 0 1"));
    corrected(&format!("{KINGS} b"), FenNotes::MISSING_FIELDS, &format!("{KINGS} b - - 0 1"));
    corrected(
        &kings("bm Ke2; id \"x 1\";"),
        FenNotes::MISSING_FIELDS | FenNotes::TRAILING_TEXT,
        &kings("0 1"),
    );
}

#[test]
fn impossible_positions_tell_all_reasons() {
    use SetupError as F;
    for (placement, faults) in [
        ("4k3/8/8/8/8/8/8/8", F::NO_WHITE_KING),
        ("8/8/8/8/8/8/8/4K3", F::NO_BLACK_KING),
        ("4k2k/8/8/8/8/8/8/4K3", F::MANY_BLACK_KINGS),
        ("4k3/8/8/8/8/8/8/K3K3", F::MANY_WHITE_KINGS),
        ("P3k3/8/8/8/8/8/8/4K3", F::PAWN_ON_END_RANK),
        ("4k3/8/8/8/8/8/8/4K2p", F::PAWN_ON_END_RANK),
        ("4k3/8/8/8/8/8/8/K3R3", F::OPPONENT_IN_CHECK),
        ("8/8/8/8/3kK3/8/8/8", F::OPPONENT_IN_CHECK),
        (
            "P3k2k/8/8/8/8/8/8/4R3",
            F::NO_WHITE_KING | F::MANY_BLACK_KINGS | F::PAWN_ON_END_RANK | F::OPPONENT_IN_CHECK,
        ),
    ] {
        let text = format!("{placement} w - - 0 1");
        refused(&text, FenErrorKind::Setup(faults), 0);
        assert!(lax(&text).is_err(), "{text}");
        let (setup, notes) = parse_setup(text.as_bytes(), Mode::Strict).expect(&text);
        assert_eq!((setup.faults(), notes), (faults, FenNotes::NONE), "{text}");
        assert_eq!(setup_to_text(&setup, CastlingStyle::XFen), text.as_str());
    }
    let error = strict("P7/8/8/8/8/8/8/4K3 w - - 0 1").expect_err("two faults");
    assert_eq!(
        error.to_string(),
        "impossible position: Black has no king; a pawn is on the first or last rank"
    );
    let (setup, _) = parse_setup(b"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", Mode::Strict).expect("set up");
    assert_eq!(setup.faults(), F::IMPOSSIBLE_EP);
}

#[test]
fn castling_of_chess960_in_x_fen_and_shredder_fen() {
    let implied = |text: &str, printed: &str| {
        let (position, notes) = strict(text).expect(text);
        assert_eq!(position.variant(), Variant::Chess960, "{text}");
        assert_eq!(notes, FenNotes::VARIANT_IMPLIED, "{text}");
        assert_eq!(to_text(&position, EpPolicy::Standard), printed, "{text}");
    };
    let inner = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1";
    implied(inner, inner);
    implied("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1");
    implied(&START.replace("KQkq", "HAha"), START);
    let king_on_c = "1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1";
    implied(king_on_c, king_on_c);
    implied("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1");
    let inner_on_the_kings_side = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
    implied(inner_on_the_kings_side, inner_on_the_kings_side);
    // Variants whose kings castle from anywhere take files, too.
    let files = START.replace("KQkq", "HAha");
    let (position, notes) =
        parse_as(files.as_bytes(), Mode::Strict, Variant::Atomic).expect(&files);
    assert_eq!((to_text(&position, EpPolicy::Standard).as_str(), notes), (START, FenNotes::NONE));
    let (position, _) = parse_as(START.as_bytes(), Mode::Strict, Variant::Chess960).expect(START);
    let shredder = Style::default().with_castling(CastlingStyle::Shredder);
    assert_eq!(to_text_with(&position, shredder), START.replace("KQkq", "HAha").as_str());
    // Told that it is ordinary chess, the same rights are a fault.
    let ordinary = |mode| parse_as(king_on_c.as_bytes(), mode, Variant::Standard);
    assert!(matches!(
        ordinary(Mode::Strict),
        Err(FenError { kind: FenErrorKind::Castling, offset: 26, .. })
    ));
    let (position, notes) = ordinary(Mode::Lax).expect("corrected");
    assert!(position.castling().is_empty() && notes == FenNotes::CASTLING_DROPPED);
}

#[test]
fn numbered_arrays_of_chess960() {
    let rank = |number| {
        let position = Position::chess960(number)?;
        let text = to_text(&position, EpPolicy::Standard);
        let back = parse_as(text.as_bytes(), Mode::Strict, Variant::Chess960).expect("own text");
        assert_eq!(back.0, position);
        text.split('/').next().map(ToString::to_string)
    };
    assert_eq!(rank(0).as_deref(), Some("bbqnnrkr"));
    assert_eq!(rank(518).as_deref(), Some("rnbqkbnr"));
    assert_eq!(rank(959).as_deref(), Some("rkrnnqbb"));
    assert_eq!(rank(960), None);
    let all: std::collections::BTreeSet<_> = (0..960).filter_map(rank).collect();
    assert_eq!(all.len(), 960);
}

#[test]
fn the_first_four_fields_alone() {
    let text = b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 bm e5;";
    let fields = parse_fields(text, Mode::Strict, None).expect("four fields");
    assert_eq!(&text[fields.end..], b" bm e5;");
    let position = fields.setup.position().expect("a position");
    let four = fields_to_text(&position, Style::default());
    assert_eq!(four.as_bytes(), &text[..fields.end]);
    assert!(parse_fields(b"4k3/8/8/8/8/8/8/4K3 b - e3", Mode::Strict, None).is_err());
}

/// Variant, text, and its written form in both dialects; `=` for the text itself.
const OF_VARIANTS: &[(Variant, &str, &str, &str)] = &[
    (
        Variant::Crazyhouse,
        "4k3/1Q~6/8/8/8/8/8/4K3[QNNp] w - - 0 1",
        "=",
        "4k3/1Q~6/8/8/8/8/8/4K3/QNNp w - - 0 1",
    ),
    (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "="),
    (
        Variant::ThreeCheck,
        "4k3/8/8/8/8/8/8/4K3 w - - 3+1 0 1",
        "=",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+2",
    ),
    (
        Variant::ThreeCheck,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0",
        "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1",
        "=",
    ),
    (Variant::Atomic, "8/8/8/8/8/8/8/4K3 b - - 0 1", "=", "="),
    (Variant::Antichess, "8/8/8/8/8/8/8/KK5k w - - 0 1", "=", "="),
    (Variant::Antichess, "8/8/8/8/8/8/8/8 w - - 0 1", "=", "="),
    (Variant::Horde, "k7/8/8/8/8/8/8/P7 w - - 0 1", "=", "="),
    (
        Variant::Crazyhouse,
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1[] w KQkq - 0 1",
        "=",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1/ w KQkq - 0 1",
    ),
];

#[test]
fn variants_are_read_and_written_in_both_dialects() {
    for (variant, text, brackets, slash) in OF_VARIANTS {
        let (position, notes) =
            parse_as(text.as_bytes(), Mode::Strict, *variant).expect("a FEN of the variant");
        assert!(notes.is_empty(), "{text}: {notes:?}");
        for (dialect, expected) in [(Dialect::Brackets, brackets), (Dialect::Slash, slash)] {
            let expected = if *expected == "=" { text } else { expected };
            let style = Style::default().with_dialect(dialect);
            assert_eq!(to_text_with(&position, style), *expected);
        }
    }
}

#[test]
fn variants_are_known_by_what_only_they_have() {
    for (text, variant) in [
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", Variant::Crazyhouse),
        ("4k3/8/8/8/8/8/8/4K3/Qn w - - 0 1", Variant::Crazyhouse),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1[] w KQkq - 0 1", Variant::Crazyhouse),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", Variant::ThreeCheck),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0", Variant::ThreeCheck),
        (Variant::Horde.start_fen(), Variant::Horde),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", Variant::Chess960),
    ] {
        for mode in [Mode::Strict, Mode::Lax] {
            let (position, notes) = parse(text.as_bytes(), mode).expect(text);
            assert_eq!(position.variant(), variant, "{text}");
            assert_eq!(notes, FenNotes::VARIANT_IMPLIED, "{text}");
        }
    }
}

#[test]
fn a_right_to_castle_that_cannot_be_is_refused_with_its_reason() {
    for (variant, text, expected) in [
        (Variant::Antichess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "no castling in this variant"),
        (Variant::Standard, "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "on their home squares"),
    ] {
        let error = parse_as(text.as_bytes(), Mode::Strict, variant).expect_err(text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

#[test]
fn what_is_wrong_with_the_extras_of_variants() {
    use FenErrorKind::{Castling, Checks, Placement, Pockets, Spacing};
    for (variant, text, kind, offset, corrected) in [
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            Pockets,
            19,
            FenNotes::MISSING_EXTRAS,
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[pQ] w - - 0 1",
            Pockets,
            21,
            FenNotes::POCKET_ORDER,
        ),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/P~7/4K3[] w - - 0 1",
            Placement,
            15,
            FenNotes::PROMOTION_DROPPED,
        ),
        (
            Variant::Crazyhouse,
            "~4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            Placement,
            0,
            FenNotes::PROMOTION_DROPPED,
        ),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[x] w - - 0 1", Pockets, 20, FenNotes::NONE),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", Pockets, 21, FenNotes::NONE),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", Pockets, 20, FenNotes::NONE),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3/Qx w - - 0 1", Pockets, 21, FenNotes::NONE),
        (Variant::Standard, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", Placement, 19, FenNotes::NONE),
        (Variant::Standard, "4k3/8/8/8/8/8/Q~7/4K3 w - - 0 1", Placement, 15, FenNotes::NONE),
        (
            Variant::ThreeCheck,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            Checks,
            25,
            FenNotes::MISSING_EXTRAS,
        ),
        (
            Variant::Atomic,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0",
            Spacing,
            34,
            FenNotes::TRAILING_TEXT,
        ),
        (
            Variant::Antichess,
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            Castling,
            23,
            FenNotes::CASTLING_DROPPED,
        ),
    ] {
        let error = parse_as(text.as_bytes(), Mode::Strict, variant).expect_err(text);
        assert_eq!((error.kind, error.offset), (kind, offset), "{text}: {error}");
        match parse_as(text.as_bytes(), Mode::Lax, variant) {
            Ok((_, notes)) => assert_eq!(notes, corrected, "{text}"),
            Err(_) => assert_eq!(corrected, FenNotes::NONE, "{text}"),
        }
    }
}

#[test]
fn impossible_positions_of_variants() {
    for (variant, text, faults) in [
        (Variant::Horde, "k7/8/8/8/8/8/8/P3K3 w - - 0 1", SetupError::MANY_WHITE_KINGS),
        (Variant::Horde, "k7/8/8/8/8/8/8/p6P w - - 0 1", SetupError::PAWN_ON_END_RANK),
        (Variant::RacingKings, "8/8/8/8/8/8/k1r5/2K5 w - - 0 1", SetupError::CHECK_IN_RACE),
        (Variant::Atomic, "8/8/8/8/8/8/8/4K3 w - - 0 1", SetupError::NO_BLACK_KING),
        (Variant::KingOfTheHill, "8/8/8/8/8/8/8/4K3 b - - 0 1", SetupError::NO_BLACK_KING),
    ] {
        let error = parse_as(text.as_bytes(), Mode::Strict, variant).expect_err(text);
        assert_eq!(error.kind, FenErrorKind::Setup(faults), "{text}");
    }
    let mut setup = Setup::from(&Position::start());
    setup.checks = [1, 0];
    assert_eq!(setup.faults(), SetupError::FOREIGN_EXTRAS);
}

/// The slow path has no tables: for any text that is nearly a placement, both must give the same
/// result.
#[test]
fn placements_with_one_or_two_signs_changed() {
    let fields = " w - - 0 1";
    let texts = ["4k3/8/8/8/8/8/8/4K3", "r1k5/pp6/8/3Q4/8/8/1P5P/K6R", "8/8/4k3/8/8/1K6/8/8"];
    let signs = ["", "/", "//", "1", "2", "8", "9", "0", "p", "P", " ", "x", "xx", "x1", "8/", "-"];
    for text in texts {
        for at in 0..text.len() {
            for n_taken in 0..3.min(text.len() - at) {
                for sign in signs {
                    let changed = format!("{}{sign}{}{fields}", &text[..at], &text[at + n_taken..]);
                    assert_eq!(strict(&changed).ok(), on_the_long_road(&changed), "{changed}");
                }
            }
        }
    }
}

#[test]
fn slashes_for_a_rank_and_digits_too_many_do_not_make_up_for_each_other() {
    let fields = "w - - 0 1";
    for pieces in ["4k3///44/8/8/8/8/4K3", "4k3/44/8/8///8/8/4K3", "k7/8/8/8/8/44///7K"] {
        assert!(strict(&format!("{pieces} {fields}")).is_err(), "{pieces}");
    }
}

/// Otherwise the slow way reads them, and no other test sees the difference.
#[test]
fn rights_with_king_and_rooks_at_home_are_read_the_quick_way() {
    let (setup, _) = parse_setup(b"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Mode::Strict).unwrap();
    for bits in 0..16_usize {
        let letters = (0..4).filter(|n| bits >> n & 1 != 0).map(|n| ['K', 'Q', 'k', 'q'][n]);
        let field = if bits == 0 { "-".to_string() } else { letters.collect() };
        let text = format!("{field} - 0 1");
        let read = castling::read_corners(&setup.board, text.as_bytes());
        let Some((found, files, rest)) = read else { panic!("{text}") };
        let n_files = files.count_ones();
        assert_eq!((found, n_files, rest), (bits, bits.count_ones(), &b"- 0 1"[..]), "{text}");
    }
}

#[test]
fn castling_fields_of_four_letters_or_fewer() {
    let letters = [b'K', b'Q', b'k', b'q', b'-', b' ', b'H', b'x'];
    for pieces in [
        "r3k2r/8/8/8/8/8/8/R3K2R",
        "r3k3/8/8/8/8/8/8/4K2R",
        "4k2r/8/8/8/8/8/8/R2K3R",
        "r3q2r/8/8/1k6/6K1/8/8/R3B2R",
    ] {
        for n in 0..8_usize.pow(4) {
            let field = [0, 3, 6, 9].map(|shift| char::from(letters[n >> shift & 7]));
            let text = format!("{pieces} b {} - 0 1", String::from_iter(field));
            let text = text.replace("  ", " ");
            assert_eq!(strict(&text).ok(), on_the_long_road(&text), "{text}");
        }
    }
}

/// Shows the position after each ply of games with random moves, the same moves in each run.
fn after_random_moves(n_games: u64, mut see: impl FnMut(&Position)) {
    for seed in 1..=n_games {
        let (mut position, mut state) =
            (Position::start(), seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..160 {
            see(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[pgn_testing::draw(&mut state) as usize % moves.len()]);
        }
    }
}

/// Otherwise the slow path reads it, and no other test sees the difference.
#[test]
fn a_usual_fen_is_read_on_the_fast_road() {
    let (mut n_squares, mut n_checks) = (0, 0);
    after_random_moves(60, |position| {
        let text = to_text(position, EpPolicy::Standard);
        let mut read = Position::start();
        assert!(fast_path::read(text.as_bytes(), &mut read), "{text}");
        assert_eq!((&read, read.polyglot_key()), (position, position.polyglot_key()), "{text}");
        n_squares += u32::from(text.split(' ').nth(3) != Some("-"));
        n_checks += u32::from(position.is_check());
    });
    assert!(n_squares > 100 && n_checks > 100, "{n_squares} and {n_checks}");
}

#[test]
fn numbers_of_nine_digits_are_read_on_the_fast_road() {
    let reads = |numbers: &str| {
        let mut position = Position::start();
        let is_read = fast_path::read(format!("{KINGS} w - - {numbers}").as_bytes(), &mut position);
        is_read.then_some((position.halfmove_clock, position.fullmove))
    };
    for (numbers, expected) in [
        ("0 1", Some((0, 1))),
        ("9 10", Some((9, 10))),
        ("100 999999999", Some((100, 999_999_999))),
        ("0 1000000000", None),
        ("00 1", None),
        ("0 01", None),
        ("0 0", None),
        (" 1", None),
        ("0 ", None),
        ("0 1 ", None),
        ("0:1", None),
        ("1: 1", None),
        ("0 1:", None),
        ("/ 1", None),
    ] {
        assert_eq!(reads(numbers), expected, "{numbers}");
    }
}

/// Property: the slow path reads everything that the fast path reads, strictly and without a note,
/// with any byte changed, missing or doubled.
#[test]
fn what_the_fast_road_reads_the_long_one_reads_alike() {
    let bytes = b"/127890pkKQRbw- ae34678Hx\xff";
    let mut n = 0_usize;
    after_random_moves(12, |position| {
        let text = to_text(position, EpPolicy::Standard);
        let text = text.as_bytes();
        for at in 0..text.len() {
            n += 1;
            let byte = bytes[n % bytes.len()];
            let changes = [&[byte][..], &[], &[text[at], byte], &[byte, text[at]]];
            for change in changes {
                let changed = [&text[..at], change, &text[at + 1..]].concat();
                let mut read = Position::start();
                if fast_path::read(&changed, &mut read) {
                    let shown = String::from_utf8_lossy(&changed);
                    let expected = Some((read, FenNotes::NONE));
                    assert_eq!(on_the_long_road(&changed), expected, "{shown}");
                }
            }
        }
    });
}

#[test]
fn all_lengths_of_numbers_are_written() {
    let powers = (0..10).map(|n| 10_u32.pow(n));
    let numbers = (0..1_100).chain(powers.flat_map(|n| [n - 1, n, n + 1])).chain([u32::MAX]);
    for number in numbers.filter(|number| *number > 0) {
        same(&format!("{KINGS} w - - {} {number}", number - 1));
    }
}

/// The slow path reads it where a field is missing.
#[test]
fn a_possible_en_passant_square_stays() {
    let text = "4k3/8/8/8/4P3/8/8/4K3 b - e3";
    let (position, notes) = lax(text).expect(text);
    assert_eq!(notes, FenNotes::MISSING_FIELDS);
    assert_eq!(to_text(&position, EpPolicy::Standard).as_str(), format!("{text} 0 1"));
}

#[test]
fn a_position_is_shown_as_its_fen() {
    assert_eq!(format!("{:?}", Position::start()), format!("Position({START})"));
}
