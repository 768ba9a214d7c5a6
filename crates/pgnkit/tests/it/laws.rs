//! The contract for export (decisions.md), and that walking is reading.

use crate::blind_laws::{bgn, check_read, check_written};
use crate::epd_laws::epd;
use crate::export_laws::{check_laws, export};
use crate::import_laws::{ics, text as excerpts};
use crate::text::{blind_text, text};
use proptest::prelude::*;

proptest! {
    #[test]
    fn export_keeps_its_contract(bytes in text()) {
        check_laws(&bytes);
    }

    #[test]
    fn any_bytes_are_read_and_written(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_laws(&bytes);
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
    pgn_testing::each_seed("export", export);
    pgn_testing::each_seed("export", bgn);
    pgn_testing::each_seed("bgn", bgn);
    pgn_testing::each_seed("ics", ics);
    pgn_testing::each_seed("text", excerpts);
    pgn_testing::each_seed("epd", epd);
}

#[test]
fn a_deep_tree_costs_no_stack() {
    let depth = 100_000;
    let mut text = "1. e4 ".to_string() + &"(1. d4 (1. c4 ".repeat(depth);
    text += &") )".repeat(depth);
    text += " *";
    check_laws(text.as_bytes());
    check_written(text.as_bytes());
}
