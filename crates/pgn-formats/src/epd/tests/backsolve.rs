//! Scores that go back through positions (§16.2.5, D-50).

use super::{record, written};
use crate::epd::{Backsolve, Form, Opcode, OwnScore, Record, Solved};
use pgnkit::chess::Position;
use pgnkit::chess::notation::san::{self, SanOptions};

/// A record of the position after some moves, with operations.
fn behind(moves: &str, operations: &str) -> Record {
    let mut position = Position::start();
    for mv in moves.split_whitespace() {
        let read = san::resolve(&position, mv.as_bytes(), &SanOptions::default()).expect("a move");
        position.play_unchecked(read.mv);
    }
    let fields = written(&Record::new(&position), Form::Modern);
    record(&format!("{fields} {operations}"))
}

/// The operations of each record afterwards.
fn solve(records: &[Record], own: OwnScore) -> (Vec<String>, Solved) {
    let mut graph = Backsolve::default();
    records.iter().for_each(|record| graph.add(record));
    let solved = graph.solve(own);
    let mut texts = Vec::new();
    for (n, record) in records.iter().enumerate() {
        let mut record = record.clone();
        graph.write(n, &mut record);
        let text = written(&record, Form::Modern);
        texts.push(text.splitn(5, ' ').nth(4).unwrap_or_default().to_string());
    }
    (texts, solved)
}

#[test]
fn scores_go_back_to_the_start() {
    let records = [
        behind("", "ce 7; pm a3; pv a3 a6;"),
        behind("e4", ""),
        behind("d4", "ce -10;"),
        behind("e4 e5", "ce 30;"),
        behind("e4 c5", "ce 20;"),
    ];
    let (texts, solved) = solve(&records, OwnScore::Replaced);
    assert_eq!(texts, ["ce 20; pm e4;", "ce -20; pm c5;", "ce -10;", "ce 30;", "ce 20;"]);
    assert_eq!((solved.n_positions, solved.n_edges, solved.n_scored), (5, 4, 5));
    let records = [behind("", "ce 50; pm d3; pv d3 d6;"), behind("e4", "ce -20;")];
    assert_eq!(solve(&records, OwnScore::Competes).0[0], "ce 50; pm d3; pv d3 d6;");
    let records = [behind("", "ce 5; pm d3; pv d3 d6;"), behind("e4", "ce -20;")];
    assert_eq!(solve(&records, OwnScore::Competes).0[0], "ce 20; pm e4;");
}

#[test]
fn the_first_of_equal_moves_in_ascii_order_is_predicted() {
    let records =
        [behind("", ""), behind("e4", "ce 0;"), behind("Nf3", "ce 0;"), behind("d4", "ce 0;")];
    assert_eq!(solve(&records, OwnScore::Replaced).0[0], "ce 0; pm Nf3;");
}

#[test]
fn transpositions_are_one_position() {
    let records = [
        behind("Nf3", ""),
        behind("Nc3", ""),
        behind("Nf3 Nf6", ""),
        behind("Nc3 Nf6", ""),
        behind("Nf3 Nf6 Nc3", "ce 12;"),
        behind("Nc3 Nf6 Nf3", ""),
    ];
    let (texts, solved) = solve(&records, OwnScore::Replaced);
    assert_eq!(
        texts,
        [
            "ce 12; pm Nf6;",
            "ce 12; pm Nf6;",
            "ce -12; pm Nc3;",
            "ce -12; pm Nf3;",
            "ce 12;",
            "ce 12;"
        ]
    );
    assert_eq!(solved.n_positions, 5);
}

#[test]
fn mates_are_counted_ply_by_ply() {
    let line = ["", "f3", "f3 e5", "f3 e5 g4", "f3 e5 g4 Qh4"];
    let records =
        line.map(|moves| behind(moves, if moves.ends_with("Qh4") { "ce -32767;" } else { "" }));
    let (texts, _) = solve(&records, OwnScore::Replaced);
    let expected =
        ["ce -32763; pm f3;", "ce 32764; pm e5;", "ce -32765; pm g4;", "ce 32766; pm Qh4#;", ""];
    assert_eq!(texts, expected);
}

#[test]
fn what_leads_nowhere_keeps_its_own_score() {
    let records =
        [behind("", ""), behind("e4", "ce 25; pm c5;"), behind("e4 e5", ""), behind("d4", "")];
    let (texts, solved) = solve(&records, OwnScore::Replaced);
    assert_eq!(texts, ["ce -25; pm e4;", "ce 25; pm c5;", "", ""]);
    assert_eq!(solved.n_scored, 2);
}

#[test]
fn what_the_board_makes_a_draw_scores_0() {
    // A stalemate, kings alone, no draw yet, and a stalemate with a score of its own.
    let lines = [
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "7k/8/6K1/5Q2/8/8/8/8 b - -",
        "k7/2Q5/1K6/8/8/8/8/8 b - - ce 5;",
    ];
    let (texts, solved) = solve(&lines.map(record), OwnScore::Replaced);
    assert_eq!(texts, ["ce 0;", "ce 0;", "", "ce 5;"]);
    assert_eq!((solved.n_scored, solved.n_sweeps), (3, 1));
}

#[test]
fn a_sweep_goes_back_as_long_as_keys_rise() {
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";
    let moves: Vec<&str> = moves.split(' ').collect();
    let mut records: Vec<Record> =
        (0..moves.len()).map(|n| behind(&moves[..n].join(" "), "")).collect();
    records.push(behind(&moves.join(" "), "ce 25;"));
    let key = |record: &Record| record.position().expect("a position").polyglot_key();
    // From the position before the last, which is scored from the start, to the first.
    let keys: Vec<u64> = records.iter().rev().skip(1).map(key).collect();
    let n_falls = keys.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let (texts, solved) = solve(&records, OwnScore::Replaced);
    assert_eq!((&*texts[0], solved.n_edges), ("ce 25; pm e4;", 20));
    assert_eq!(solved.n_sweeps, 1 + n_falls);
}

#[test]
fn circles_settle_or_are_repetitions() {
    // Knights out and back: the circle has an exit with a score, and both sides can reach it.
    let round = ["", "Nf3", "Nf3 Nf6", "Nf3 Nf6 Ng1", "Nf3 Nf6 Ng1 Ng8"];
    let mut records: Vec<Record> = round[..4].iter().map(|moves| behind(moves, "")).collect();
    records.push(behind("e4", "ce -15;"));
    let (texts, solved) = solve(&records, OwnScore::Replaced);
    assert_eq!(
        texts[..4],
        ["ce 15; pm Nf3;", "ce -15; pm Nf6;", "ce 15; pm Ng1;", "ce -15; pm Ng8;"]
    );
    assert_eq!((solved.n_positions, solved.n_repeating), (5, 0));
    // The circle alone: the own score of one side comes back around the circle.
    records.pop();
    records[0].set_integer(Opcode::Ce, 40);
    let (texts, solved) = solve(&records, OwnScore::Replaced);
    assert_eq!(texts, ["ce 40;", "ce -40; pm Nf6;", "ce 40; pm Ng1;", "ce -40; pm Ng8;"]);
    assert_eq!(solved.n_repeating, 0);
}

#[test]
fn a_mate_that_is_put_off_for_ever_is_a_repetition() {
    // White may be mated at once, or go round; each round puts the mate further off.
    for round in ["Nh3 Nc6 Ng1 Nb8", "Nc3 Nh6 Nb5 Nf5 Na3 Ne7 Nb1 Ng8"] {
        let round: Vec<&str> = round.split(' ').collect();
        let on_it = |n: usize| behind(&format!("f3 e5 {}", round[..n].join(" ")), "");
        let mut records: Vec<Record> = (0..round.len()).map(on_it).collect();
        records.extend(["f3 e5 g4", "f3 e5 g4 Qh4"].map(|moves| behind(moves, "")));
        let (texts, solved) = solve(&records, OwnScore::Replaced);
        for (text, mv) in texts.iter().zip(&round) {
            assert_eq!(*text, format!("ce 0; pm {mv};"));
        }
        assert_eq!(texts[round.len()..], ["ce 32766; pm Qh4#;", ""]);
        assert_eq!((solved.n_repeating, solved.n_scored), (round.len(), records.len()));
    }
}

/// The slow twin: whole sweeps over all nodes by the text of D-50, on sets without circles.
#[test]
fn sweeps_agree_with_plain_minimax() {
    fn value(moves: &mut Vec<String>, leaves: &[(String, i64)]) -> Option<i64> {
        let here = moves.join(" ");
        if let Some((_, ce)) = leaves.iter().find(|(leaf, _)| *leaf == here) {
            return Some(*ce);
        }
        let mut best = None;
        for next in ["e4", "d4", "e5", "d5", "Nf3", "Nf6"] {
            moves.push(next.to_string());
            let here = moves.join(" ");
            if leaves.iter().any(|(leaf, _)| leaf.starts_with(&here)) {
                best = best.max(value(moves, leaves).map(|ce| -ce));
            }
            moves.pop();
        }
        best
    }
    let leaves: Vec<(String, i64)> =
        ["e4 e5 Nf3", "e4 e5 d4", "e4 d5", "d4 d5 Nf3", "d4 Nf6 e4", "d4 e5"]
            .iter()
            .zip([17, -4, 31, 12, 9, -8])
            .map(|(leaf, ce)| (leaf.to_string(), ce))
            .collect();
    let inner = ["", "e4", "d4", "e4 e5", "d4 d5", "d4 Nf6"];
    let mut records: Vec<Record> = inner.iter().map(|moves| behind(moves, "")).collect();
    records.extend(leaves.iter().map(|(leaf, ce)| behind(leaf, &format!("ce {ce};"))));
    let mut graph = Backsolve::default();
    records.iter().for_each(|record| graph.add(record));
    graph.solve(OwnScore::Replaced);
    for (n, moves) in inner.iter().enumerate() {
        let mut record = records[n].clone();
        graph.write(n, &mut record);
        let mut moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        assert_eq!(record.integer(Opcode::Ce), value(&mut moves, &leaves), "{moves:?}");
    }
}
