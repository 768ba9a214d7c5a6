//! Lines in the file that silence rules.
//!
//! Standard: §6. Decisions: D-08.

use crate::source::{each_region, lint, places};
use pgn_lint::{Applicability, Config, Linter, Profile, fix_region};

fn check(text: &str, expected: &[&str]) {
    assert_eq!(places(text, Profile::Lax), expected, "{text}");
}

#[test]
fn a_game_is_silent_about_what_it_names() {
    check("%pgnkit ignore C001\n1. Ke2 *\n\n1. Ke2 *\n", &["4:4 C001"]);
    check("1. e2e4\n%pgnkit ignore nonstandard-move\n*\n", &[]);
    check("%pgnkit ignore C\n1. e2e4 $0 *\n", &["2:9 M015"]);
    check("%pgnkit ignore C004, M015\n1. e2e4 $0 *\n", &[]);
    check("%pgnkit ignore all\n1. e2e4 $0 Ke9 *\n", &[]);
}

#[test]
fn one_line_is_silent() {
    check("1. e2e4\n%pgnkit ignore-next-line C004\ne7e5\n2. g1f3 *\n", &["1:4 C004", "4:4 C004"]);
    check("1. e4 *\n%pgnkit ignore-next-line C001\n1. Ke2 *\n", &[]);
}

#[test]
fn a_file_is_silent_from_its_top() {
    check("%pgnkit ignore-file C001\n\n1. Ke2 *\n\n1. Ke2 *\n", &[]);
    check("\u{feff}; notes\n%other\n%pgnkit ignore-file C001\n1. Ke2 *\n", &[]);
    // Not at the top: it silences nothing.
    check("1. e4 *\n\n%pgnkit ignore-file C001\n1. Ke2 *\n", &["4:4 C001"]);
}

#[test]
fn other_escape_lines_and_comments_silence_nothing() {
    check("%pgnkitty ignore C001\n1. Ke2 *\n", &["2:4 C001"]);
    check("{\n%pgnkit ignore C001\n} 1. Ke2 *\n", &["3:6 C001"]);
    check("% pgnkit ignore C001\n1. Ke2 *\n", &["2:4 C001"]);
}

#[test]
fn what_names_no_rule_is_a_finding() {
    let text = "%pgnkit ignore ilegal-move\n%pgnkit hush C001\n1. e4 *\n";
    let findings = lint(text.as_bytes(), &Config::default());
    let told: Vec<_> =
        findings.iter().map(|one| (one.message.as_str(), one.help.as_deref())).collect();
    assert_eq!(
        told,
        [
            ("expected a rule, found `ilegal-move`", Some("did you mean C001 illegal-move?")),
            (
                "expected `ignore`, `ignore-next-line` or `ignore-file`, found `hush`",
                Some("write `%pgnkit ignore C004`, for example")
            ),
        ]
    );
    assert_eq!(findings[0].place.start.to_string(), "1:16");
    check("%pgnkit ignore\n1. e4 *\n", &["1:2 L026"]);
}

#[test]
fn what_is_silent_is_not_fixed() {
    let text = b"%pgnkit ignore C004\n1. e2e4 $0 *\n";
    let mut linter = Linter::new(Config::default());
    each_region(text, |region| {
        let fixed = fix_region(&mut linter, region, Applicability::Unsafe);
        assert_eq!(fixed.text, &b"%pgnkit ignore C004\n1. e2e4 *\n"[..]);
    });
}

#[test]
fn several_linters_of_a_file_know_its_top() {
    let text = b"%pgnkit ignore-file C001\n1. Ke2 *\n\n1. Ke2 *\n";
    let mut linters = [Linter::new(Config::default()), Linter::new(Config::default())];
    for linter in &mut linters {
        linter.begin_file(text);
    }
    let mut n = 0;
    each_region(text, |region| {
        assert!(linters[n].lint_region(region).is_empty());
        n += 1;
    });
    assert_eq!(n, 2);
}
