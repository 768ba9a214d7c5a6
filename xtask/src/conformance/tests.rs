//! The matrix of this repository, and small ones that are wrong.
//!
//! Owns: cases. Knows nothing of: the standard.
//! Standard: none.
//! Start at `every_statement_is_shown_or_listed_as_open`.

use super::evidence::Evidence;
use super::room::Rooms;
use super::table::{Open, Row};
use super::{Matrix, files};
use crate::repository;

const PAGE: &str = "\
# 1 A section

## PGN-1-01

Shown.

```pgn
## PGN-1-09
```

## PGN-1-02

Answer: D-40, and shown by `crates/a/tests/it/laws.rs::law`.

## PGN-1-03

Answer: the note `docs/design/0009-programs.md`.

## PGN-1-04

Said and no more.

## PGN-1-05

```pgn
*
```

Later: the rest.
";

fn matrix(open: &[&str]) -> Matrix {
    let row = |number: usize| Row {
        id: format!("PGN-1-{number:02}"),
        section: "1".to_string(),
        level: "must".to_string(),
        statement: "A | B.".to_string(),
    };
    let mut evidence = Evidence::default();
    evidence.add_page("01-page.md", PAGE);
    let open = open.iter().map(|id| Open { id: (*id).to_string(), room: "epd".to_string() });
    let rows = (1..=5).map(row).collect();
    Matrix { rows, open: open.collect(), evidence, rooms: Rooms::default() }
}

#[test]
fn every_statement_is_shown_or_listed_as_open() {
    let page = files(&repository::root()).unwrap_or_else(|fault| panic!("{fault}"));
    let (_, text) = &page[0];
    assert_eq!(text.lines().filter(|line| line.contains("](../spec/")).count(), n_shown(text));
    assert!(text.contains("| all |") && text.contains(" 461 |"), "a statement is missing");
}

/// Rows of the page that do not say `open` alone.
fn n_shown(text: &str) -> usize {
    let is_row = |line: &&str| line.starts_with("| ") && line.matches(" | ").count() >= 3;
    let rows = text.lines().filter(is_row).filter(|line| line.contains('-'));
    rows.filter(|line| !line.ends_with("| open |")).count()
}

#[test]
fn the_list_of_open_statements_is_exact() {
    let faults = |open: &[&str]| -> Vec<String> {
        let faults = matrix(open).faults();
        faults.iter().map(|fault| fault.split(": ").next().unwrap_or_default().into()).collect()
    };
    assert!(faults(&["PGN-1-04", "PGN-1-05"]).is_empty());
    assert_eq!(faults(&["PGN-1-04"]).len(), 1, "a row that waits is open");
    assert_eq!(faults(&["PGN-1-05"]).len(), 1, "prose alone shows nothing");
    let shown = ["PGN-1-01", "PGN-1-04", "PGN-1-05"];
    assert_eq!(faults(&shown), ["PGN-1-01 is shown"]);
    let stranger = ["PGN-1-04", "PGN-1-05", "PGN-1-07"];
    assert_eq!(faults(&stranger), ["spec/open.tsv"]);
}

#[test]
fn a_statement_on_a_page_that_nobody_made_is_a_fault() {
    let mut matrix = matrix(&["PGN-1-04", "PGN-1-05"]);
    matrix.rows.pop();
    matrix.open.pop();
    assert_eq!(matrix.faults(), ["spec/: PGN-1-05: no such statement"]);
}

#[test]
fn the_page_says_how_each_is_shown() {
    let text = matrix(&["PGN-1-04", "PGN-1-05"]).page();
    for row in [
        "| 1-01 | must | A \\| B. | [page](../spec/01-page.md#pgn-1-01) |",
        "| 1-03 | must | A \\| B. | [page](../spec/01-page.md#pgn-1-03), \
         [note](design/0009-programs.md) |",
        "| 1-04 | must | A \\| B. | open |",
        "| 1-05 | must | A \\| B. | [page](../spec/01-page.md#pgn-1-05), open |",
        "| a page that runs | 1 | 0 | 0 | 0 | 1 |",
        "| a test | 1 | 0 | 0 | 0 | 1 |",
        "| a decision | 1 | 0 | 0 | 0 | 1 |",
        "| nothing yet | 2 | 0 | 0 | 0 | 2 |",
        "- epd: 1-04, 1-05",
    ] {
        assert!(text.lines().any(|line| line == row), "{row}\n{text}");
    }
    assert!(text.contains("`crates/a/tests/it/laws.rs::law`, [D-40](design/decisions.md#d-40)"));
}

#[test]
fn rooms_come_from_the_cards() {
    let mut rooms = Rooms::default();
    rooms.add_file("crates/a/src/tag/date.rs", "//! D.\n//! Standard: §8.1.1.3, §9.5.\n");
    rooms.add_file("crates/a/src/tag/time.rs", "//! T.\n//! Standard: §9.5. Decisions: D-61.\n");
    rooms.add_file("crates/a/src/lib.rs", "//! All.\n//! Standard: §9.5.\n");
    assert_eq!(rooms.of("8.1.1.3"), ["crates/a/src/tag/date.rs"]);
    assert_eq!(rooms.of("8.1.1.3.1"), ["crates/a/src/tag/date.rs"], "the section above");
    assert_eq!(rooms.of("9.5"), ["crates/a/src/tag"]);
    assert_eq!(rooms.of("BGN"), ["crates/a/src/tag/time.rs"]);
    assert!(rooms.of("W").is_empty() && rooms.of("20").is_empty());
}
