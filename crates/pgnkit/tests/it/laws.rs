//! The contract for export (decisions.md), and that walking is reading.

use crate::blind_laws::{bgn, check_read, check_written};
use crate::epd_laws::{epd, whole_games_come_back};
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
    fn games_come_back_from_whole_records(bytes in text()) {
        whole_games_come_back(&bytes);
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

/// What random tests found.
#[test]
fn texts_that_failed_once_keep_it_too() {
    let texts: &[&[u8]] = &[
        // The halves of a comment that is too long for a line are read each by itself.
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
        check_laws(text);
    }
    let long = "x".repeat(250);
    check_laws(format!("[Variant \"x\"]\nexd5 \u{e9} {{{long}}} \u{cc} *").as_bytes());
    let long = [b"exd5 \xc3\xa9\n\xcc{".as_slice(), long.as_bytes(), b"}\n\xa3 b *"].concat();
    check_laws(&long);
}

#[test]
fn a_deep_tree_costs_no_stack() {
    let depth = if pgn_testing::is_thorough() { 100_000 } else { 10_000 };
    let mut text = "1. e4 ".to_string() + &"(1. d4 (1. c4 ".repeat(depth);
    text += &") )".repeat(depth);
    text += " *";
    check_laws(text.as_bytes());
    check_written(text.as_bytes());
}
