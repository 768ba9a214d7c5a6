//! The matrix of this repository, and small ones that are wrong.

use super::evidence::Evidence;
use super::module::Modules;
use super::proof::{Sources, fault_of_function};
use super::table::Row;
use super::{Matrix, files};
use xtask::repository;

/// A test that exists.
const TEST: &str = "xtask-gen/src/conformance/tests.rs::modules_come_from_header_comments";

/// Three statements that are shown and one that is not built.
const PAGE: &str = "\
# 1 A section

## PGN-1-01

Shown.

```pgn
1. e4 *
```
```movetext
1. e4 *
```

Evidence: `1. e4 *`

## PGN-1-02

Decided.

Answer: D-40, and shown by `TEST`.

## PGN-1-03

Marked.

```pgn
## PGN-1-09
%@1 L020 not-pgn
```
```nag
14 | Position | none | White has a slight advantage
```

Evidence: `L020 not-pgn`, `White has a slight advantage`

## PGN-1-04

Said.

Not built: nobody has described the format.
";

fn matrix(page: &str) -> Matrix {
    let row = |number: usize| Row {
        id: format!("PGN-1-{number:02}"),
        section: "1".to_string(),
        level: "must".to_string(),
        statement: "A | B.".to_string(),
    };
    let mut evidence = Evidence::default();
    evidence.add_page("01-page.md", &page.replace("TEST", TEST));
    let sources = Sources::read(&repository::root()).expect("the decisions are in the repository");
    Matrix { rows: (1..=4).map(row).collect(), evidence, sources, modules: Modules::default() }
}

/// The faults of the page after `from` became `to`.
fn faults(from: &str, to: &str) -> Vec<String> {
    assert!(PAGE.contains(from), "{from}");
    matrix(&PAGE.replacen(from, to, 1)).faults()
}

#[test]
fn every_statement_is_shown_or_not_built() {
    let page = files(&repository::root()).unwrap_or_else(|fault| panic!("{fault}"));
    let (_, text) = &page[0];
    assert!(text.contains("| all |") && text.contains(" 466 |"), "a statement is missing");
    let is_row = |line: &&str| line.starts_with("| ") && line.contains("](../spec/");
    assert_eq!(text.lines().filter(is_row).count(), 466);
}

#[test]
fn what_proves_nothing_is_refused() {
    assert_eq!(matrix(PAGE).faults(), [] as [&str; 0]);
    let game = "1. e4 *\n```\n```movetext\n1. e4 *\n";
    let other = "1. d4 *\n```\n```movetext\n1. d4 *\n";
    let table = "14 | Position | none | White has a slight advantage";
    for (from, to, fault) in [
        // An answer without a test.
        ("Answer: D-40, and shown by `TEST`.", "Answer: it is so.", "has neither a block nor an"),
        ("Decided.", "Decided.\n\nAnswer: see docs/design/0009-programs.md.", "names neither"),
        // A decision that does not exist.
        ("D-40, and", "D-400, and", "there is no decision D-400"),
        ("Decided.", "Decided (D-400).", "there is no decision D-400"),
        // The cited function is not a test, or not one that runs.
        ("`TEST`", "`xtask-gen/src/conformance/tests.rs::matrix`", "it is a function and no"),
        ("`TEST`", "`xtask-gen/src/conformance/tests.rs::nothing`", "there is no such test"),
        ("`TEST`", "`xtask-gen/src/conformance/tests.rs`", "names a file"),
        ("`TEST`", "`xtask-gen/src/nowhere.rs::nothing`", "there is no file"),
        // An empty block.
        (game, "", "the block `pgn` of line 7 is empty"),
        (game, "1. e4 *\n```\n```movetext\n \n", "the block `movetext` of line 10 is empty"),
        // A game that has nothing to do with its statement.
        (game, other, "no answer of its blocks holds the evidence `1. e4 *`"),
        ("```movetext\n1. e4 *\n```\n", "", "no answer of its blocks holds"),
        ("Evidence: `1. e4 *`", "", "the block of line 7 shows nothing"),
        ("Evidence: `1. e4 *`", "Evidence: ``, ` `", "the block of line 7 shows nothing"),
        ("Marked.", "Marked.\n\n```pgn\n1. e4 *\n```", "the block of line 26 shows nothing"),
        (table, "15 | Position | none | Black has", "no answer of its blocks holds"),
        ("`, `White has a slight", "`, `14 | Position", "no answer of its blocks holds"),
        // Nothing at all.
        ("Not built: nobody has described the format.", "", "has neither a block nor an answer"),
        ("Not built: nobody has described the format.", "Not built:", "gives no reason"),
        ("Said.", "", "says nothing"),
        ("## PGN-1-04", "## PGN-1-05", "PGN-1-04 is on no page"),
        ("## PGN-1-04", "## PGN-1-05", "PGN-1-05: no such statement"),
        ("## PGN-1-04", "## PGN-1-03\n\n## PGN-1-04", "PGN-1-03 stands twice"),
    ] {
        let faults = faults(from, to);
        assert!(faults.iter().any(|found| found.contains(fault)), "{to}: {faults:?}");
    }
}

#[test]
fn a_test_is_a_function_with_its_attribute() {
    let text = "\
#[test]
fn runs() {}

fn helps() {}

#[test]
#[ignore = \"slow\"]
fn waits() {}

proptest! {
    /// A property.
    #[test]
    fn holds(n in 0..9) {}
}
// #[test]
fn was() {}
#[test]
fn runs_too() {}
";
    for (name, why) in [
        ("runs", None),
        ("holds", None),
        ("runs_too", None),
        ("helps", Some("it is a function and no `#[test]`")),
        ("was", Some("it is a function and no `#[test]`")),
        ("waits", Some("the test is ignored")),
        ("run", Some("there is no such test")),
    ] {
        assert_eq!(fault_of_function(text, name), why, "{name}");
    }
}

#[test]
fn the_page_says_how_each_is_shown() {
    let text = matrix(PAGE).page();
    for row in [
        "| 1-01 | must | A \\| B. | [page](../spec/01-page.md#pgn-1-01) |",
        "| 1-04 | must | A \\| B. | [page](../spec/01-page.md#pgn-1-04), not built |",
        "| a page that runs | 2 | 0 | 0 | 0 | 2 |",
        "| a test | 1 | 0 | 0 | 0 | 1 |",
        "| a decision | 0 | 0 | 0 | 0 | 0 |",
        "| not built | 1 | 0 | 0 | 0 | 1 |",
        "- [1-04](../spec/01-page.md#pgn-1-04): nobody has described the format.",
    ] {
        assert!(text.lines().any(|line| line == row), "{row}\n{text}");
    }
    assert!(text.contains(&format!("`{TEST}`, [D-40](design/decisions.md#d-40)")));
}

#[test]
fn modules_come_from_header_comments() {
    let mut modules = Modules::default();
    modules.add_file("crates/a/src/tag/date.rs", "//! D.\n//! Standard: §8.1.1.3, §9.5.\n");
    modules.add_file("crates/a/src/tag/time.rs", "//! T.\n//! Standard: §9.5. Decisions: D-61.\n");
    modules.add_file("crates/a/src/lib.rs", "//! All.\n//! Standard: §9.5.\n");
    assert_eq!(modules.of("8.1.1.3"), ["crates/a/src/tag/date.rs"]);
    assert_eq!(modules.of("8.1.1.3.1"), ["crates/a/src/tag/date.rs"], "the section above");
    assert_eq!(modules.of("9.5"), ["crates/a/src/tag"]);
    assert_eq!(modules.of("BGN"), ["crates/a/src/tag/time.rs"]);
    assert!(modules.of("W").is_empty() && modules.of("20").is_empty());
}
