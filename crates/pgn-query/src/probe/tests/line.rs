//! Rows of moves.

use super::*;
use pgnkit::chess::fen::{self, Mode};

const NIMZO: &str = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 O-O 5. a3 Bxc3+ 6. Qxc3";

fn ordered(order: Order) -> Options {
    Options { order, ..Options::default() }
}

#[test]
fn moves_come_as_they_are_written() {
    for (row, at) in [
        ("1. d4", Some(1)),
        ("d4 Nf6", Some(2)),
        ("1.d4 Nf6 2.c4 e6 3.Nc3 Bb4", Some(6)),
        ("1. d4 Nf6 2. Nc3", None),
        ("1. d4 * 2. c4", Some(3)),
        ("* * * * * *", Some(6)),
        ("1. d4 Nf6|d5 2. c4|Nf3", Some(3)),
        ("1. d4 Nf6 | d5 2. c4 | Nf3 e6", Some(4)),
        ("1. d4 !d5", Some(2)),
        ("1. d4 !Nf6|d5", None),
        ("1. d4 !Nf6 | d5", None),
        ("... Bb4", Some(6)),
        ("1. d4 ... Nc3 Bb4 ... O-O", Some(8)),
        ("1. d4 ... Nc3 ... d5", None),
        ("1. d4 ... 3... Bb4", Some(6)),
        // A number shows whose move it is, whichever number it is.
        ("... 17. Bb4", None),
        ("... 17... Bb4", Some(6)),
        ("... 17. c4", Some(3)),
        ("… Bxc3 Qxc3", Some(11)),
        ("... Bxc3+", Some(10)),
        ("... Bxc3#", None),
        // Written without an x, a move does not take.
        ("... Bc3", None),
        ("... Qcxc3", Some(11)),
        ("... Qdxc3", None),
        ("... 0-0", Some(8)),
        ("... e8g8", Some(8)),
        ("... e8-h8", Some(8)),
        ("... O-O-O", None),
        ("... b4c3", Some(10)),
        ("... b4-c3", Some(10)),
        ("... b4c3q", None),
        ("... Bb4-c3", None),
        ("... Bb4xc3", Some(10)),
        ("... Nb1-c3", Some(5)),
        ("... d4! Nf6?!", Some(2)),
        ("... --", None),
    ] {
        assert_eq!(first(&parse(Subject::Moves, row), &Line::of(NIMZO)), at, "{row}");
    }
}

#[test]
fn rows_at_the_end_are_the_last_moves() {
    for (row, at) in [
        ("... Bxc3+ Qxc3", Some(11)),
        ("... Bxc3+", None),
        ("... Bxc3+ ...", Some(11)),
        ("1. d4", None),
        ("1. d4 ...", Some(11)),
        (NIMZO, Some(11)),
    ] {
        let options = Options { when: When::AtEnd, ..Options::default() };
        assert_eq!(first(&parse_with(Subject::Moves, row, options), &Line::of(NIMZO)), at, "{row}");
    }
}

#[test]
fn windows_and_sides_are_kept() {
    let any = Options::default();
    let both = Sides { either_color: true, either_wing: true };
    for (row, options, at) in [
        ("... *", Options { ply_min: 5, ..any }, Some(5)),
        ("... Bb4", Options { ply_max: 5, ..any }, None),
        ("... Bb4", Options { ply_min: 7, ..any }, None),
        ("... *", Options { turn: Some(pgnkit::chess::Color::White), ..any }, Some(2)),
        ("... Bb5", Options { sides: both, ..any }, Some(6)),
        ("... Bg5", Options { sides: both, ..any }, Some(6)),
        ("... Bg5", any, None),
        ("... Bxf6", Options { sides: both, ..any }, Some(10)),
        ("... O-O-O", Options { sides: both, ..any }, Some(8)),
    ] {
        assert_eq!(first(&parse_with(Subject::Moves, row, options), &Line::of(NIMZO)), at, "{row}");
    }
}

#[test]
fn order_may_be_free() {
    for (row, at) in [
        ("1. c4 e6 2. Nc3 Bb4 3. d4 Nf6", Some(6)),
        ("1. c4 e6 2. Nc3 Bb4 3. d4 d5", None),
        ("1. c4 e6 2. Nc3 Nf6", None),
        ("1. c4 Nf6 2. d4 e6", Some(4)),
        ("1. * e6 2. c4 Nf6", Some(4)),
        ("1. * e6 2. c4|e4 Nf6|Bb4", Some(4)),
        ("1. * e6 2. !d4 Nf6", None),
        ("1. * e6 2. !e4 Nf6", Some(4)),
        ("1. d4|c4 * 2. d4 *", Some(4)),
        ("1. d4|c4 * 2. d4|c4 * 3. c4 *", None),
    ] {
        let probe = parse_with(Subject::Moves, row, ordered(Order::Free));
        assert_eq!(first(&probe, &Line::of(NIMZO)), at, "{row}");
    }
}

/// Places are shared out as if all orders were tried.
#[test]
fn sharing_places_agrees_with_all_orders() {
    let played = ["a3", "b3", "c3", "d3", "e3"];
    let line = Line::of("1. a3 a6 2. b3 a5 3. c3 a4 4. d3 b6 5. e3 b5");
    let (mut state, mut n_yes) = (3, 0);
    for _ in 0..300 {
        let fits: Vec<u64> = (0..5).map(|_| next(&mut state) & next(&mut state) & 31).collect();
        if fits.contains(&0) {
            continue;
        }
        let place = |fit: &u64| {
            let moves: Vec<_> = (0..5).filter(|n| fit >> n & 1 != 0).map(|n| played[n]).collect();
            format!("{} *", moves.join("|"))
        };
        let row: Vec<String> = fits.iter().map(place).collect();
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for fit in &fits {
            let free = |order: &Vec<usize>, n: usize| fit >> n & 1 != 0 && !order.contains(&n);
            orders = orders
                .iter()
                .flat_map(|order| {
                    (0..5).filter(|n| free(order, *n)).map(|n| [&order[..], &[n]].concat())
                })
                .collect();
        }
        let expected = (!orders.is_empty()).then_some(10);
        let probe = parse_with(Subject::Moves, &row.join(" "), ordered(Order::Free));
        assert_eq!(first(&probe, &line), expected, "{row:?}");
        n_yes += usize::from(expected.is_some());
    }
    assert!(n_yes > 30, "{n_yes}");
}

#[test]
fn any_way_to_a_position_will_do() {
    let probe = parse_with(Subject::Moves, "1. c4 e6 2. Nc3 Nf6 3. d4 Bb4", ordered(Order::AnyWay));
    assert_eq!(first(&probe, &Line::of(NIMZO)), Some(6));
    assert_eq!(first(&probe, &Line::of("1. c4 e6 2. Nc3 Bb4 3. d4 Nf6")), Some(6));
    assert_eq!(first(&probe, &Line::of("1. c4 e6 2. Nc3 Bb4 3. d4 d6")), None);
}

#[test]
fn variants_have_their_own_moves() {
    let atomic = Line::from(Position::start_of(Variant::Atomic), "1. Nf3 f6 2. Nd4 e6 3. Nxe6");
    assert_eq!(first(&parse(Subject::Moves, "... Nxe6"), &atomic), Some(5));
    assert_eq!(first(&parse(Subject::Moves, "... Bxe6"), &atomic), None);
    let house =
        Line::from(Position::start_of(Variant::Crazyhouse), "1. e4 d5 2. exd5 Qxd5 3. P@e4");
    assert_eq!(first(&parse(Subject::Moves, "... P@e4"), &house), Some(5));
    assert_eq!(first(&parse(Subject::Moves, "... N@e4"), &house), None);
    let (start, _) = fen::parse(b"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Mode::Strict)
        .unwrap_or_else(|error| panic!("{error}"));
    let line = Line::from(start, "1. a8=R+");
    for (row, at) in [("a8=R", Some(1)), ("a8=Q", None), ("a7a8r", Some(1)), ("a7a8", None)] {
        assert_eq!(first(&parse(Subject::Moves, row), &line), at, "{row}");
    }
}

#[test]
fn errors_point_at_their_place() {
    let long = ["... "].into_iter().chain((0..64).map(|_| "e4 ")).collect::<String>();
    let sixteen = "* ".repeat(33);
    for (text, order, range) in [
        ("", Order::AsWritten, 0..0),
        ("...", Order::AsWritten, 3..3),
        ("1. e4 e9", Order::AsWritten, 6..8),
        ("1. e4 | ", Order::AsWritten, 8..8),
        ("1. e4 1-0", Order::AsWritten, 6..9),
        ("1. e4 !", Order::AsWritten, 7..7),
        ("1. e4 2.", Order::AsWritten, 8..8),
        ("1. e4 e5x", Order::AsWritten, 6..9),
        (&long, Order::AsWritten, 193..195),
        ("1. e4 ... e5", Order::Free, 6..9),
        (&sixteen, Order::Free, 64..65),
        ("1. e4 2. d4", Order::Free, 0..0),
        ("1. e4 e5 2. Ke3", Order::AnyWay, 12..15),
        ("1. e4 *", Order::AnyWay, 6..6),
        ("", Order::AnyWay, 0..0),
    ] {
        match Probe::parse(Subject::Moves, text, &ordered(order)) {
            Ok(_) => panic!("{text} was read"),
            Err(error) => assert_eq!(error.range, range, "{text}: {error}"),
        }
    }
    let lasting = Options { lasts_plies: 2, ..Options::default() };
    assert!(Probe::parse(Subject::Moves, "e4", &lasting).is_err());
}
