//! The properties of the formats for games, over random texts, over the corpus of the project, and
//! over the shared one and inputs from reports if they are on this machine.

use crate::blind_properties::{check_read, check_written, fuzz_bgn};
use crate::epd_properties::{epd, whole_games_come_back};
use crate::import_properties::{ics, text as excerpts};
use crate::pgc_independent::agrees;
use crate::pgc_properties::games_are_held;
use crate::random_text::text;
use pgn_testing::{check_own_corpus, check_shared_corpus};
use proptest::prelude::*;

proptest! {
    #[test]
    fn games_come_back_from_whole_records(bytes in text()) {
        whole_games_come_back(&bytes);
    }

    #[test]
    fn blind_notation_is_the_same_when_it_is_read_again(bytes in text()) {
        check_written(&bytes);
    }

    #[test]
    fn any_blind_notation_is_read(bytes in blind_text()) {
        check_read(&bytes);
    }
}

#[test]
fn seeds_of_the_fuzzer_keep_it_too() {
    pgn_testing::each_seed("export", fuzz_bgn);
    pgn_testing::each_seed("bgn", fuzz_bgn);
    pgn_testing::each_seed("ics", ics);
    pgn_testing::each_seed("text", excerpts);
    pgn_testing::each_seed("epd", epd);
}

#[test]
fn a_deep_tree_costs_no_stack() {
    check_written(&pgn_testing::deep_tree());
}

/// Files of any size only where the code is optimized.
const BYTES_MAX: u64 = if cfg!(debug_assertions) { 16 << 10 } else { u64::MAX };

#[test]
fn games_of_our_own_corpus_come_back_from_whole_records() {
    let bytes_max = if pgn_testing::is_thorough() { BYTES_MAX } else { 1 << 10 };
    check_own_corpus(bytes_max, whole_games_come_back);
}

#[test]
fn games_of_the_shared_corpus_come_back_from_whole_records() {
    let bytes_max = if pgn_testing::is_thorough() { BYTES_MAX } else { 1 << 10 };
    check_shared_corpus(bytes_max, whole_games_come_back);
}

#[test]
fn our_own_corpus_can_be_heard_and_read_again() {
    check_own_corpus(1 << 20, check_written);
}

#[test]
fn the_shared_corpus_can_be_heard_and_read_again() {
    check_shared_corpus(BYTES_MAX, check_written);
}

#[test]
fn our_own_corpus_is_held_by_records() {
    check_own_corpus(1 << 20, games_are_held);
}

#[test]
fn the_shared_corpus_is_held_by_records() {
    check_shared_corpus(BYTES_MAX, games_are_held);
}

#[test]
fn a_second_reader_agrees_on_our_own_corpus() {
    check_own_corpus(1 << 20, agrees);
}

#[test]
fn a_second_reader_agrees_on_the_shared_corpus() {
    check_shared_corpus(BYTES_MAX, agrees);
}

/// A text that looks like Blind Game Notation, sound and damaged.
fn blind_text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        30 => prop::sample::select(pgn_testing::dictionary("blind")),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..50).prop_map(|pieces| pieces.concat())
}
