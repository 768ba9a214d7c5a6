//! Events by the rules.

use super::super::EVENTS;
use super::*;
use pgnkit::chess::fen::{self, Mode};

fn from(text: &str, moves: &str) -> Line {
    let (position, _) =
        fen::parse(text.as_bytes(), Mode::Lax).unwrap_or_else(|error| panic!("{error}"));
    Line::from(position, moves)
}

#[test]
fn events_are_seen_where_they_happen() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let twice = format!("{shuffle} {shuffle}");
    let passant = "1. e4 a6 2. e5 d5 3. exd6";
    let pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let rooks = "4k3/8/8/8/8/8/8/R3K3 w - - 97 80";
    let odds = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1";
    for (event, line, at) in [
        ("checkmate", Line::of("1. f3 e5 2. g4 Qh4"), Some(4)),
        ("check", Line::of("1. f3 e5 2. g4 Qh4"), Some(4)),
        ("stalemate", Line::of("1. f3 e5 2. g4 Qh4"), None),
        (
            "stalemate",
            from("7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "1. Qg5 Kh7 2. Qg3 Kh8 3. Qg6"),
            Some(5),
        ),
        ("double-check", from("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "1. Nf6"), Some(1)),
        ("repetition", Line::of(shuffle), Some(8)),
        ("repetition3", Line::of(shuffle), Some(8)),
        ("repetition5", Line::of(shuffle), None),
        ("repetition5", Line::of(&twice), Some(16)),
        ("fifty", from(rooks, "1. Ra2 Ke7 2. Ra3 Ke8"), Some(3)),
        ("seventyfive", from(rooks, "1. Ra2 Ke7 2. Ra3 Ke8"), None),
        ("insufficient", from("4k3/8/8/8/8/8/3p4/K7 w - - 0 1", "1. Kb1 d1=N"), Some(2)),
        ("dead", from("4k3/8/8/8/8/8/3p4/K7 w - - 0 1", "1. Kb1 d1=Q+"), None),
        ("promotion", from(pawn, "1. a8=Q"), Some(1)),
        ("underpromotion", from(pawn, "1. a8=Q"), None),
        ("underpromotion", from(pawn, "1. a8=N"), Some(1)),
        ("en-passant", Line::of(passant), Some(5)),
        ("en-passant", Line::of("1. e4 e5"), None),
        ("short-castling", Line::of("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O"), Some(7)),
        ("long-castling", Line::of("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O"), None),
        ("odds", from(odds, "1. e4"), Some(0)),
        ("odds", Line::of("1. e4 d5 2. exd5"), None),
        ("variant-end", Line::of("1. f3 e5 2. g4 Qh4"), None),
    ] {
        assert_eq!(first(&parse(Subject::Event, event), &line), at, "{event} in {:?}", line.moves);
    }
}

/// By the rules, a capture en passant that is possible makes a position another one.
#[test]
fn a_capture_en_passant_counts_for_repetition_only_if_it_is_legal() {
    let probe = parse(Subject::Event, "repetition");
    // After d7-d5 White may take, and later may not any more.
    let with = Line::of("1. e4 a6 2. e5 d5 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8");
    assert_eq!(first(&probe, &with), None);
    let without = Line::of("1. e3 a6 2. e4 d5 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8");
    assert_eq!(first(&probe, &without), Some(12));
}

#[test]
fn the_end_of_a_game_is_asked_for_by_itself() {
    let line = Line::of("1. e4 e5 2. Qh5 Ke7 3. Qxe5");
    let at_end = |word: &str| {
        let options = Options { when: When::AtEnd, ..Options::default() };
        first(&parse_with(Subject::Event, word, options), &line)
    };
    assert_eq!(at_end("checkmate"), Some(5));
    assert_eq!(at_end("repetition"), None);
}

#[test]
fn every_word_can_be_read_and_others_cannot() {
    for row in EVENTS {
        parse(Subject::Event, row.word);
        assert!(!row.about.is_empty());
    }
    assert_eq!(error(Subject::Event, "mate").range, 0..4);
    assert_eq!(error(Subject::Event, "checkmate stalemate").range, 10..19);
    assert_eq!(error(Subject::Event, "").range, 0..0);
}

#[test]
fn giving_up_early_loses_nothing() {
    for row in EVENTS {
        agrees_with_twin(&parse(Subject::Event, row.word));
        let options = Options { when: When::AtEnd, ..Options::default() };
        agrees_with_twin(&parse_with(Subject::Event, row.word, options));
    }
}

/// Repetition from the whole board, not from keys.
#[test]
fn keys_agree_with_whole_positions() {
    let probe = parse(Subject::Event, "repetition");
    let mut n_yes = 0;
    for seed in 0..200 {
        let (start, _) = fen::parse(b"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", Mode::Strict)
            .unwrap_or_else(|error| panic!("{error}"));
        let mut line = Line { start, moves: Vec::new() };
        let (mut position, mut state) = (start, seed);
        for _ in 0..60 {
            let moves = position.legal_moves();
            let kings = moves.iter().filter(|mv| position.king(position.turn()) == Some(mv.from()));
            let kings: Vec<_> = kings.collect();
            if kings.is_empty() {
                break;
            }
            let mv = *kings[next(&mut state) as usize % kings.len()];
            line.moves.push(mv);
            position.play_unchecked(mv);
        }
        let all = line.positions();
        let stands = |n: usize| all[..=n].iter().filter(|one| one.same_position(&all[n])).count();
        let expected = (0..all.len()).find(|n| stands(*n) >= 3).map(|n| n as u32);
        assert_eq!(first(&probe, &line), expected);
        n_yes += usize::from(expected.is_some());
    }
    assert!(n_yes > 20, "{n_yes}");
}
