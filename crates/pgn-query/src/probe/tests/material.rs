//! The men on the board.

use super::*;
use pgnkit::chess::Setup;
use pgnkit::chess::fen::{self, Mode};

/// Whether a position has the material; any arrangement of men will do.
fn has(text: &str, placement: &str) -> bool {
    let (setup, _) = fen::parse_setup(placement.as_bytes(), Mode::Lax)
        .or_else(|_| fen::parse_setup(format!("{placement} w - - 0 1").as_bytes(), Mode::Lax))
        .unwrap_or_else(|error| panic!("{placement}: {error}"));
    let position = Setup { ..setup }.position().unwrap_or_else(|error| panic!("{error}"));
    let line = Line { start: position, moves: Vec::new() };
    first(&parse(Subject::Material, text), &line) == Some(0)
}

#[test]
fn men_of_both_sides_are_counted() {
    let rook_and_pawn = "4k3/8/8/r7/8/8/4P3/R3K3";
    let two_bishops = "4k3/pp3b2/8/8/8/8/1P3BB1/4K3";
    for (text, placement, expected) in [
        ("KRPkr", rook_and_pawn, true),
        ("krKRP", rook_and_pawn, true),
        ("KRPKR", rook_and_pawn, true),
        ("RP R", rook_and_pawn, true),
        ("rp r", rook_and_pawn, true),
        ("KRPvKR", rook_and_pawn, true),
        ("KRP vs KR", rook_and_pawn, true),
        ("KRkrp", rook_and_pawn, false),
        ("KRkr", rook_and_pawn, false),
        ("KRPPkr", rook_and_pawn, false),
        ("R+P+ R=P#", rook_and_pawn, true),
        ("R+P+ R=P=", rook_and_pawn, false),
        ("r1p1 r1p0", rook_and_pawn, true),
        ("r2-p* r1+p2-", rook_and_pawn, true),
        ("r=p1> r=p<", rook_and_pawn, true),
        ("r=p1>= r=p1<=", rook_and_pawn, true),
        ("r=p2>= r=p2<=", rook_and_pawn, false),
        ("BBPkbpp", two_bishops, true),
        ("BBP bpp", two_bishops, true),
        ("L2P lpp", two_bishops, true),
        ("L2B2P lpp", two_bishops, true),
        ("L2N+P lpp", two_bishops, false),
        ("L1>P* L*P*", two_bishops, true),
        ("men = 8", two_bishops, true),
        ("white men = 4, black men = 4", two_bishops, true),
        ("men in 3..7", two_bishops, false),
        ("points = 12", two_bishops, true),
        ("white points >= 7, black points < 6", two_bishops, true),
        ("lead = 2", two_bishops, true),
        ("black lead = -2", two_bishops, true),
        ("opposite bishops", two_bishops, false),
        ("opposite bishops", "4k3/5b2/8/8/8/8/5B2/4K3", true),
        ("same bishops", "4k3/5b2/8/8/8/8/5B2/4K3", false),
        ("B*P* b*p*, same bishops", "4k3/5b2/8/8/8/8/6B1/4K3", true),
        ("kk", "4k3/8/8/8/8/8/8/4K3", true),
        ("Kk", "4k3/8/8/8/8/8/8/4K3", true),
        ("k k", "4k3/8/8/8/8/8/8/4K3", true),
    ] {
        assert_eq!(has(text, placement), expected, "{text} in {placement}");
    }
}

#[test]
fn either_color_may_have_it() {
    let start = Line::from(Position::start(), "").start;
    let line = Line::from(start, "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Qxd2");
    let text = "Q*R*B*N*P7 q0r*b*n*p7";
    let turned = "Q0R*B*N*P7 q*r*b*n*p7";
    let either =
        Options { sides: Sides { either_color: true, either_wing: true }, ..Options::default() };
    assert_eq!(first(&parse(Subject::Material, text), &line), None);
    assert_eq!(first(&parse_with(Subject::Material, turned, either), &line), None);
    let pawns = "P7 Q*R*B*N* q0r*b*n*p7";
    assert_eq!(error(Subject::Material, pawns).range, 12..15);
    let down = "Q1R*B*N*P6 q0r*b*n*p7";
    assert_eq!(first(&parse(Subject::Material, down), &line), Some(7));
    let mirror = "q1r*b*n*p6Q0R*B*N*P7";
    assert_eq!(first(&parse(Subject::Material, mirror), &line), None);
    assert_eq!(first(&parse_with(Subject::Material, mirror, either), &line), Some(7));
}

#[test]
fn what_must_last_is_counted_from_its_first_position() {
    let line = Line::of("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3");
    let more = "Q1R2B2N2P8 q1r2b2n2p7";
    let equal = "Q1R2B2N2P7 q1r2b2n2p7";
    for (text, lasts_plies, at) in [
        (more, 0, Some(3)),
        (more, 1, None),
        (equal, 0, Some(4)),
        (equal, 3, Some(4)),
        (equal, 4, None),
    ] {
        let options = Options { lasts_plies, ..Options::default() };
        let probe = parse_with(Subject::Material, text, options);
        assert_eq!(first(&probe, &line), at, "{text} for {lasts_plies}");
        assert_eq!(twin(&probe, &line), at);
    }
}

#[test]
fn windows_turns_and_ends_are_kept() {
    let line = Line::of("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3");
    let any = Options::default();
    for (options, at) in [
        (any, Some(4)),
        (Options { ply_max: 3, ..any }, None),
        (Options { ply_max: 4, ..any }, Some(4)),
        (Options { ply_min: 6, ..any }, Some(6)),
        (Options { ply_min: 8, ..any }, None),
        (Options { turn: Some(pgnkit::chess::Color::Black), ..any }, Some(5)),
        (Options { when: When::AtEnd, ..any }, Some(7)),
        (Options { when: When::AtEnd, lasts_plies: 3, ..any }, Some(4)),
        (Options { when: When::AtEnd, lasts_plies: 4, ..any }, None),
        (Options { when: When::AtEnd, ply_max: 6, ..any }, None),
    ] {
        let probe = parse_with(Subject::Material, "Q1R2B2N2P7 q1r2b2n2p7", options);
        assert_eq!(first(&probe, &line), at, "{options:?}");
        assert_eq!(twin(&probe, &line), at, "{options:?}");
    }
}

#[test]
fn errors_point_at_their_place() {
    for (text, range) in [
        ("", 0..0),
        ("KRP", 0..3),
        ("KRXkr", 2..5),
        ("KR1P1R1kr", 5..7),
        ("KRkr men", 5..8),
        ("men", 3..3),
        ("men =", 5..5),
        ("men in 3", 8..8),
        ("white Q", 6..7),
        ("opposite pawns", 9..14),
        ("KRkr,", 5..5),
        ("men = 12345678901", 6..17),
        ("K2Rkr", 0..2),
    ] {
        let error = error(Subject::Material, text);
        assert_eq!(error.range, range, "{text}: {error}");
    }
}

#[test]
fn giving_up_early_loses_nothing() {
    for text in [
        "Q*R*B*N*P* q0r*b*n*p*",
        "Q2+R*B*N*P* q*r*b*n*p*",
        "R*L3+P5- r*l*p*",
        "N3+R*B*Q*P* q*r*b*n*p*",
        "men <= 9",
        "men = 20",
        "white men = 11",
        "lead >= 8",
        "L+P+ l+p+",
        "opposite bishops",
    ] {
        for (either_color, lasts_plies) in [(false, 0), (true, 0), (true, 3)] {
            let sides = Sides { either_color, either_wing: false };
            let options = Options { sides, lasts_plies, ..Options::default() };
            agrees_with_twin(&parse_with(Subject::Material, text, options));
        }
    }
}
