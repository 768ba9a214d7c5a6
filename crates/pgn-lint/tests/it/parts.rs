//! Linters that share a file.

use crate::source::lint;
use pgn_lint::{Config, Finding, Linter, Profile, Selector};
use pgnkit::syntax::Regions;
use pgnkit::write;

/// One linter, and one for every few regions, find the same.
fn agree(text: &str, config: &Config) -> Vec<Finding> {
    let expected = lint(text.as_bytes(), config);
    for n_regions in [1, 2, 3] {
        let mut whole = Linter::new(config.clone());
        whole.begin_file(text.as_bytes());
        let mut part = Linter::new(config.clone());
        let mut found = Vec::new();
        let mut regions = Regions::new(text.as_bytes());
        let mut n = 0;
        while let Some(region) = regions.next_region().unwrap() {
            if n % n_regions == 0 {
                whole.merge(part.hand_over());
                part.begin_file(text.as_bytes());
            }
            found.extend(part.lint_region(&region));
            n += 1;
        }
        whole.merge(part.hand_over());
        found.extend(whole.finish_file());
        assert_eq!(found, expected, "{n_regions} at a time");
    }
    expected
}

#[test]
fn the_empty_line_at_the_end_is_owed_by_the_last() {
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
                [Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n";
    for (text, n) in [(game.repeat(4), 0), (game.repeat(4).trim_end().to_string() + "\n", 1)] {
        assert_eq!(agree(&text, &Config::new(Profile::Export(write::Profile::Archival))).len(), n);
    }
}

#[test]
fn spellings_of_events_are_compared_with_the_first_of_the_file() {
    let names = ["Open A", "open a", "Cup", "Open-A", "Open A", "cup", "open a", "C.up", "Cup"];
    let game = |name: &&str| format!("[Event \"{name}\"]\n\n1. e4 *\n\n");
    let text: String = names.iter().map(game).collect();
    let select = vec![Selector::parse("similar-event-names").unwrap()];
    let findings = agree(&text, &Config::default().with_rules(select, Vec::new()));
    let lines: Vec<u64> = findings.iter().map(|one| one.place.start.line).collect();
    assert_eq!(lines, [5, 13, 21, 29]);
    assert_eq!(findings[3].message, "expected `Cup` as on line 9, found `C.up`");
}
