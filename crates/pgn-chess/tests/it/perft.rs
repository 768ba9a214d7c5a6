//! Move generation against published counts.
//!
//! Decisions: D-60.

use std::fs;
use std::path::Path;

use pgn_chess::fen::{self, Mode};
use pgn_chess::{Variant, perft};
use pgn_testing::shared_corpus;

struct Case {
    name: String,
    fen: String,
    /// Depth and number of leaves.
    counts: Vec<(u32, u64)>,
}

fn table(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let text = fs::read_to_string(path).expect("the table is part of the repository");
    text.lines().filter(|line| !line.starts_with('#')).map(parse_row).collect()
}

fn parse_row(line: &str) -> Case {
    let mut columns = line.split('|').map(str::trim);
    let mut next = || columns.next().expect("three columns").to_owned();
    let (name, fen, counts) = (next(), next(), next());
    let counts = counts.split_whitespace().map(|n| n.parse().expect("a count"));
    let counts = (1..).zip(counts).collect();
    Case { name, fen, counts }
}

/// Checks every depth whose count does not exceed `leaves_max`.
fn check(case: &Case, variant: Variant, leaves_max: u64) {
    let (position, _) = fen::parse_as(case.fen.as_bytes(), Mode::Strict, variant)
        .unwrap_or_else(|error| panic!("{}: {error}", case.name));
    for (depth, expected) in &case.counts {
        if *expected <= leaves_max {
            assert_eq!(perft(&position, *depth), *expected, "{} at depth {depth}", case.name);
        }
    }
}

#[test]
fn published_counts_to_moderate_depth() {
    let leaves_max = if cfg!(debug_assertions) { 5_000_000 } else { 90_000_000 };
    for case in table("standard.perft") {
        check(&case, Variant::Standard, leaves_max);
    }
}

#[test]
fn ordinary_positions_count_the_same_as_chess960() {
    for case in table("standard.perft") {
        check(&case, Variant::Chess960, 500_000);
    }
}

#[test]
#[ignore = "some seconds in release, minutes in debug"]
fn published_counts_to_full_depth() {
    for case in table("standard.perft") {
        check(&case, Variant::Standard, u64::MAX);
    }
}

/// Variants: every depth up to this many leaves.
fn check_variants(leaves_max: u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/variants.perft");
    let text = fs::read_to_string(path).expect("the table is part of the repository");
    let mut seen = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, rest) = line.split_once('|').expect("a variant");
        let variant = Variant::from_name(name).expect("a name of a variant");
        let case = parse_row(rest);
        check(&case, variant, leaves_max);
        seen.push(variant);
    }
    let others = Variant::ALL.into_iter().filter(|variant| !variant.is_orthodox());
    assert!(others.into_iter().all(|variant| seen.contains(&variant)));
}

#[test]
fn published_counts_of_variants() {
    check_variants(if cfg!(debug_assertions) { 120_000 } else { 5_000_000 });
}

#[test]
#[ignore = "some seconds in release, minutes in debug"]
fn published_counts_of_variants_to_full_depth() {
    check_variants(u64::MAX);
}

/// A suite of `FEN ;D1 20 ;D2 400` lines of the shared corpus.
fn shared_suite(name: &str) -> Option<Vec<Case>> {
    let path = shared_corpus(&format!("h_epd/AndyGrant__Ethereal/{name}"))?;
    let text = fs::read_to_string(&path).expect("readable");
    let cases = text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let mut parts = line.split(';').map(str::trim);
        let fen = parts.next().unwrap_or_default().to_owned();
        let counts = parts
            .map(|part| {
                let (depth, count) = part.split_once(' ').expect("D1 20");
                let depth = depth.trim_start_matches('D').parse().expect("a depth");
                (depth, count.trim().parse().expect("a count"))
            })
            .collect();
        Case { name: fen.clone(), fen, counts }
    });
    Some(cases.collect())
}

fn check_suite(name: &str, variant: Variant, leaves_max: u64) {
    let Some(cases) = shared_suite(name) else { return };
    assert!(cases.len() > 100, "{name} holds {} positions", cases.len());
    for case in &cases {
        check(case, variant, leaves_max);
    }
}

#[test]
fn wide_suite_of_ordinary_positions() {
    check_suite("standard.epd", Variant::Standard, 50_000);
}

#[test]
fn wide_suite_of_chess960_positions() {
    check_suite("fischer.epd", Variant::Chess960, 50_000);
}

#[test]
#[ignore = "minutes in release"]
fn wide_suites_to_greater_depth() {
    check_suite("standard.epd", Variant::Standard, 20_000_000);
    check_suite("fischer.epd", Variant::Chess960, 10_000_000);
}
