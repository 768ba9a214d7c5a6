//! Games with more faults than a person reads.
//!
//! Decisions: D-25.

use crate::source::{each_region, lint};
use pgn_lint::render::{Color, Format, Printer};
use pgn_lint::{Applicability, Config, Finding, Linter, fix_region};
use pgnkit::syntax::Region;
use serde_json::Value;

const STRAY_BRACE: &str = "stray-brace";

/// A game with this many closing braces that close nothing.
fn strays(n: usize) -> String {
    format!("[Event \"x\"]\n\n1. e4 {}e5 *\n", "} ".repeat(n))
}

fn findings(text: &str) -> Vec<Finding> {
    let all = lint(text.as_bytes(), &Config::default());
    all.into_iter().filter(|one| one.name() == STRAY_BRACE).collect()
}

#[test]
fn a_thousand_are_told_one_by_one_and_the_others_at_once() {
    let text = strays(5000);
    let found = findings(&text);
    assert_eq!(found.len(), 1001);
    let places: Vec<u64> = found.iter().map(|one| one.place.byte_start).collect();
    let first = text.find('}').unwrap() as u64;
    assert_eq!(places, (0..=1000).map(|n| first + 2 * n).collect::<Vec<_>>());
    let others = &found[1000];
    assert_eq!((others.n, others.fix.is_none()), (4000, true));
    assert_eq!(others.place.byte_end, text.rfind('}').unwrap() as u64 + 1);
    assert_eq!(others.message, "4000 more of these follow in this game");
    assert!(found[..1000].iter().all(|one| one.n == 1 && one.fix.is_some()));
    // The next game has its own.
    assert_eq!(findings(&(text + "\n" + &strays(1000))).len(), 2001);
    assert_eq!(findings(&strays(1000)).len(), 1000);
}

/// If something is to be fixed, all faults are reported, those that remain and those that do not.
#[test]
fn the_number_is_that_of_all_faults() {
    let tags = "[A \"x\"]\nfoo\n".repeat(1500);
    let moves = format!("1. e4 {} *\n", "\u{e9} ".repeat(1500));
    let n_counted = |linter: &mut Linter, region: &Region<'_>| -> u64 {
        linter.lint_region(region).iter().map(|one| one.n).sum()
    };
    for text in [strays(3000), tags.clone(), moves.clone(), tags + &moves + "\u{e9} \u{e9}\n"] {
        let mut linter = Linter::new(Config::default());
        each_region(text.as_bytes(), |region| {
            let n = n_counted(&mut linter, region);
            let fixed = fix_region(&mut linter, region, Applicability::Safe);
            let n_corrected: u64 = fixed.applied.iter().map(|(_, n)| n).sum();
            let after = Region { text: &fixed.text, ..*region };
            assert_eq!(n, n_corrected + n_counted(&mut linter, &after));
        });
    }
}

#[test]
fn all_are_counted() {
    let text = strays(5000);
    for (format, key) in [(Format::Jsonl, "count"), (Format::Sarif, "occurrenceCount")] {
        let mut report = Vec::new();
        let mut printer = Printer::new(format, Color::Never, &mut report);
        findings(&text).iter().for_each(|one| printer.finding("a.pgn", one).unwrap());
        assert_eq!(printer.summary().n_warnings + printer.summary().n_errors, 5000);
        if format == Format::Sarif {
            printer.end_file("a.pgn", 1).unwrap();
            printer.finish().unwrap();
        }
        let report = String::from_utf8(report).unwrap();
        let results: Vec<Value> = match format {
            Format::Sarif => {
                let whole: Value = serde_json::from_str(&report).unwrap();
                whole["runs"][0]["results"].as_array().unwrap().clone()
            }
            _ => report.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        };
        assert_eq!(results.len(), 1001);
        let counts = results.iter().filter_map(|one| one.get(key)?.as_u64());
        assert_eq!(counts.collect::<Vec<_>>(), [4000]);
    }
}

/// A run is fixed at once: as many passes as before were needed for a few characters in it.
#[test]
fn a_run_is_corrected_as_one() {
    for sign in ["}", ")", ","] {
        let text = format!("1. e4 {} e5 *\n", sign.repeat(300_000));
        let mut linter = Linter::new(Config::default());
        each_region(text.as_bytes(), |region| {
            let fixed = fix_region(&mut linter, region, Applicability::Unsafe);
            assert_eq!(&*fixed.text, b"1. e4 e5 *\n", "{sign}");
            assert_eq!(fixed.applied.iter().map(|(_, n)| n).sum::<u64>(), 300_000, "{sign}");
        });
    }
}

#[test]
fn all_are_corrected() {
    // More than in one pass.
    let text = strays(120_000);
    let mut linter = Linter::new(Config::default());
    each_region(text.as_bytes(), |region| {
        let fixed = fix_region(&mut linter, region, Applicability::Unsafe);
        assert!(fixed.is_stable && !fixed.text.contains(&b'}'));
    });
}
