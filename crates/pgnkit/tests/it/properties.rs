//! The contract for export (decisions.md), and that walking is reading.

use crate::export_properties::{check_properties, export};
use crate::random_text::text;
use proptest::prelude::*;

proptest! {
    #[test]
    fn export_keeps_its_contract(bytes in text()) {
        check_properties(&bytes);
    }

    #[test]
    fn any_bytes_are_read_and_written(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_properties(&bytes);
    }
}

#[test]
fn seeds_of_the_fuzzer_keep_it_too() {
    pgn_testing::each_seed("export", export);
}

/// Cases that random tests found.
#[test]
fn texts_that_failed_once_keep_it_too() {
    let texts: &[&[u8]] = &[
        // The halves of a comment that is too long for a line are read separately.
        b"[Variant \"Crazyhouse\"]\nexd5 \xc3\xa9 \xcc{xxx}\n\xa3{x;a } b *",
        b"1. e4 {\xc3\xa9 } \xcc} *",
        b"[White \"\xc3\x83\xc2\xa9\"]\n\n*",
        b"1. e4 {\xc3\x83\xe2\x80\x9e} *",
        // The number of a move that is not played, before a comment.
        b"[Event \"A\"]\nf3 1.{x}f3 ",
        b"f3 1. {x} f3 *",
        b"f3 1...{x}f3 (1.{y}f3) *",
        b"1. e4 e5 2.{x}{y}Ke3 $1 {z} *",
        b"1. e4 e5 2. (2.{x}Ke3) Ke3 *",
        b"1. e4 e5 2.;x\nKe3 *",
        b"1. e4 e5 2. $1 Ke3 *",
    ];
    for text in texts {
        check_properties(text);
    }
    let long = "x".repeat(250);
    check_properties(format!("[Variant \"x\"]\nexd5 \u{e9} {{{long}}} \u{cc} *").as_bytes());
    let long = [b"exd5 \xc3\xa9\n\xcc{".as_slice(), long.as_bytes(), b"}\n\xa3 b *"].concat();
    check_properties(&long);
}

#[test]
fn a_deep_tree_costs_no_stack() {
    check_properties(&pgn_testing::deep_tree());
}
