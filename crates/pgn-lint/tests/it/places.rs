//! Where findings are: lines, columns in three units, games, the line shown.
//!
//! Standard: §4.1. Decisions: D-01, D-04.

use crate::source::{each_region, lint, places};
use pgn_lint::{Applicability, Config, Finding, Linter, Profile, fix_region};

fn first(text: &[u8]) -> Finding {
    lint(text, &Config::default()).remove(0)
}

#[test]
fn columns_count_characters_of_the_encoding() {
    // The fault is a move after a comment of three characters beyond ASCII, in three encodings.
    let column = |text: &[u8]| {
        let place = first(text).place;
        (place.start.column, place.column_utf16, place.byte_start)
    };
    assert_eq!(column("{äöü} 1. Ke2 *".as_bytes()), (10, 10, 12));
    assert_eq!(column(b"{\xE4\xF6\xFC} 1. Ke2 *"), (10, 10, 9));
    assert_eq!(column("{♔𝕏x} 1. Ke2 *".as_bytes()), (10, 11, 14));
}

#[test]
fn every_kind_of_line_end_counts_once() {
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("{{a{end}b}}{end}{end}1. Ke2 *{end}");
        assert_eq!(places(&text, Profile::Lax), ["4:4 C001"], "{end:?}");
    }
}

#[test]
fn games_are_counted_and_named() {
    let text = "1. e4 *\n\n[White \"Kasparov, Garry\"]\n[Black \"Topalov, V.\"]\n[Result \"*\"]\n\n\
                1. Ke2 *\n\n1. e5 *\n";
    let findings = lint(text.as_bytes(), &Config::default());
    let games: Vec<_> = findings.iter().map(|one| (one.game, one.players.as_deref())).collect();
    assert_eq!(games, [(Some(2), Some("Kasparov – Topalov")), (Some(3), None)]);
    assert_eq!(findings[1].place.start.to_string(), "9:4");
}

#[test]
fn two_games_on_a_line_have_places_of_their_own() {
    assert_eq!(places("1. e4 * 1. Ke2 *", Profile::Lax), ["1:12 C001"]);
}

#[test]
fn a_line_of_many_bytes_is_shown_in_part() {
    let mut text = "{word} ".repeat(20_000);
    text.push_str("1. Ke2 *");
    let line = first(text.as_bytes()).source_line;
    assert!(line.is_cut_before && !line.is_cut_after);
    assert!(line.text.chars().count() < 200);
    let shown: String = line.text.chars().skip(line.caret_start).take(line.caret_len).collect();
    assert_eq!(shown, "Ke2");
}

#[test]
fn a_long_line_full_of_faults_costs_no_square() {
    let text = "1. e2e4 e7e5 ".to_string() + &"{x} $0 ".repeat(60_000) + "*";
    let findings = lint(text.as_bytes(), &Config::default());
    assert_eq!(findings.iter().map(|one| one.n).sum::<u64>(), 60_002);
    // Where something is fixed, all of it is.
    let mut linter = Linter::new(Config::default());
    each_region(text.as_bytes(), |region| {
        let fixed = fix_region(&mut linter, region, Applicability::Safe);
        assert_eq!(fixed.applied.iter().map(|(_, n)| n).sum::<u64>(), 60_002);
    });
}

#[test]
fn nothing_that_steers_a_terminal_is_shown() {
    let finding = first("1. e4 {\u{1b}[31m\u{202e}x} Ke9 *".as_bytes());
    assert!(!finding.source_line.text.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn the_end_of_an_empty_span_is_its_start() {
    let finding = lint(b"1. e4\n", &Config::default()).remove(0);
    assert_eq!(finding.name(), "missing-marker");
    assert_eq!((finding.place.byte_start, finding.place.byte_end), (5, 5));
    assert_eq!((finding.source_line.caret_start, finding.source_line.caret_len), (5, 1));
}
