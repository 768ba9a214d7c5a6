//! The properties of reading: tile, account, chunk, skip, regions, split.

use crate::reader_properties::{check_all, reader, record_chunks};
use crate::record::{Record, record};
use pgn_syntax::split::{boundary, seam};
use pgn_syntax::{Parser, WindowKind};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        20 => prop::sample::select(pgn_testing::dictionary("steps")),
        2 => (0usize..4).prop_map(|n| format!("*\n\n{}[A \"b\"]\n\n", " ".repeat(n)).into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
        1 => (0usize..70_000).prop_map(|n| vec![b'x'; n % 3000 + usize::from(n > 69_000) * n]),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn reading_has_its_properties(
        bytes in text(),
        sizes in prop::collection::vec(1usize..300, 1..6),
        cut in any::<usize>(),
    ) {
        check_all(&bytes, &sizes, cut);
    }

    #[test]
    fn any_bytes_obey_them_too(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check_all(&bytes, &[1], 3);
    }
}

#[test]
fn a_text_can_be_cut_before_a_tag_after_blanks() {
    let game = "[Event \"A\"]\n[Site \"B\"]\n\n1. e4 {a} 1-0\n\n";
    for blanks in ["", " ", "\t", "            "] {
        let text = format!("{game}{blanks}{game}");
        let marker_line = game.len() - 1;
        assert_eq!(seam(text.as_bytes(), 1), Some(marker_line), "{blanks:?}");
    }
}

#[test]
fn seeds_of_the_fuzzer_obey_them_too() {
    pgn_testing::each_seed("reader", reader);
}

#[test]
fn one_byte_at_a_time_is_enough() {
    let text = b"[Event \"A\"]\n\n1. e4 {a\nb} (1. d4 $3) e5 1-0\n\n; c\n[Event \"B\"]\n*\n";
    assert_eq!(record(text), record_chunks(text, &[1]));
}

#[test]
fn windows_of_every_size_give_the_same_steps() {
    let text =
        b"[Event \"A\"]\r\n\r\n1. e4 {a\nb} (1. d4 $3) 1/2-1/2 ; c\r\n[Event \"B\"]\r\n*\r\n"
            .repeat(40);
    let whole = record(&text);
    for size in [1, 2, 3, 1500, 4096] {
        let mut parser = Parser::default();
        let mut record = Record::default();
        let (mut at, mut end) = (0, 0);
        while !parser.is_done() {
            end = (end + size).min(text.len());
            let kind = if end == text.len() { WindowKind::Last } else { WindowKind::Partial };
            let (broke, fed) = parser.feed(&text[at..end], at as u64, kind, &mut record);
            assert_eq!(broke, None);
            at += fed.n_consumed;
        }
        assert_eq!(whole.steps, record.steps, "windows of {size}");
    }
}

#[test]
fn partitions_hold_each_game_once() {
    let game = "[Event \"A\"]\n\n1. e4 {see\n\n[Event \"x\"]\n} e5 1-0\n\n";
    let text = game.repeat(20).into_bytes();
    for step in [1, 7, 50, 333] {
        let cuts: Vec<usize> =
            (0..=text.len()).step_by(step).map(|cut| boundary(&text, cut)).collect();
        let mut n_games = 0;
        let mut from = 0;
        for cut in cuts.into_iter().chain([text.len()]) {
            if cut > from {
                let part = record(&text[from..cut]);
                n_games += part.steps.iter().filter(|step| *step == "game").count();
                from = cut;
            }
        }
        assert_eq!((from, n_games), (text.len(), 20), "every {step} bytes");
    }
}
