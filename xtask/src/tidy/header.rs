//! Header comments, and the numbers of sections and decisions that comments cite.

use std::collections::BTreeSet;

use super::Fault;
use xtask::repository::{Repository, is_generated, is_test};

pub(crate) struct Numbers<'a> {
    sections: BTreeSet<&'a str>,
    decisions: BTreeSet<&'a str>,
}

impl<'a> Numbers<'a> {
    /// From the lines of `xtask/sections.txt` and the headings of `docs/design/decisions.md`.
    pub(crate) fn new(sections: &'a str, decisions: &'a str) -> Self {
        let sections = sections.lines().filter(|line| !line.starts_with('#')).map(str::trim);
        let heading = |line: &'a str| line.trim_start_matches('#').trim().strip_prefix("D-");
        let decisions = decisions.lines().filter(|line| line.starts_with('#')).filter_map(heading);
        let digits = |text| leading(text, |c| c.is_ascii_digit());
        Self { sections: sections.collect(), decisions: decisions.map(digits).collect() }
    }
}

/// Checks that each crate, module folder and rule opens with its comment, and the numbers in all
/// Rust files and pages.
pub(crate) fn check(numbers: &Numbers<'_>, repository: &Repository) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in repository.rust_files("") {
        if path.contains("src/") && !is_test(path) && !is_generated(text) {
            let missing = if is_rule(path) { missing_headings(text) } else { Vec::new() };
            if !missing.is_empty() {
                let text = format!("the page lacks: {}", missing.join(", "));
                faults.push(Fault::new("header", path, 1, text));
            }
            if needs_comment(path) && !text.starts_with("//! ") {
                let text = "no `//!` comment says what this module is for";
                faults.push(Fault::new("header", path, 1, text));
            }
        }
    }
    for file in &repository.files {
        let Some(text) = file.text().filter(|_| has_numbers(&file.path)) else { continue };
        for (idx, line) in text.lines().enumerate() {
            for number in unknown_numbers(numbers, line) {
                let text = format!("{number} does not exist");
                faults.push(Fault::new("section", &file.path, idx + 1, text));
            }
        }
    }
    faults
}

/// Whether a file is the main file of a whole crate or folder.
fn needs_comment(path: &str) -> bool {
    path.ends_with("/lib.rs") || path.ends_with("/mod.rs")
}

/// Whether a file is one rule, which opens with its page instead of a card.
fn is_rule(path: &str) -> bool {
    let inside = path.strip_prefix("crates/pgn-lint/src/rules/");
    inside.is_some_and(|rest| rest.contains('/') && !rest.ends_with("/mod.rs"))
}

/// The headings that a rule's page does not have, in the order of CONTRIBUTING.md.
fn missing_headings(text: &str) -> Vec<&'static str> {
    const HEADINGS: [&str; 7] = [
        "# What it finds",
        "# Why it matters",
        "# Standard",
        "# Example",
        "# Instead",
        "# Fix",
        "# Seen in",
    ];
    let has = |heading: &str| {
        text.lines().any(|line| line.strip_prefix("//! ").is_some_and(|rest| rest == heading))
    };
    // A file without any of them serves several rules and has no page.
    if HEADINGS.iter().all(|heading| !has(heading)) {
        return Vec::new();
    }
    HEADINGS.into_iter().filter(|heading| !has(heading)).collect()
}

fn has_numbers(path: &str) -> bool {
    path.ends_with(".rs") || path.ends_with(".md")
}

/// The `§` and `D-` numbers of a line that are not known.
fn unknown_numbers(numbers: &Numbers<'_>, line: &str) -> Vec<String> {
    let mut unknown = Vec::new();
    for part in line.split('§').skip(1) {
        let number = leading(part, |c| c.is_ascii_digit() || c == '.');
        let number = number.trim_end_matches('.');
        if !number.is_empty() && !numbers.sections.contains(number) {
            unknown.push(format!("§{number}"));
        }
    }
    for (at, _) in line.match_indices("D-") {
        let before = line[..at].chars().next_back();
        let digits = leading(&line[at + 2..], |c| c.is_ascii_digit());
        let is_decision = digits.len() == 2 && !before.is_some_and(char::is_alphanumeric);
        if is_decision && !numbers.decisions.contains(digits) {
            unknown.push(format!("D-{digits}"));
        }
    }
    unknown
}

fn leading(text: &str, wanted: fn(char) -> bool) -> &str {
    &text[..text.find(|c| !wanted(c)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn check_at(path: &str, text: &str) -> Vec<String> {
        let numbers = Numbers::new("# numbers\n8\n8.1.1.3\n", "# Decisions\n### D-18\nD-19\n");
        let faults = check(&numbers, &sample(&[(path, text)]));
        faults.into_iter().map(|fault| fault.text).collect()
    }

    #[test]
    fn a_crate_and_a_module_folder_have_a_comment() {
        for path in ["crates/a/src/lib.rs", "crates/a/src/date/mod.rs"] {
            assert_eq!(check_at(path, "//! Dates.\n"), [""; 0]);
            assert_eq!(check_at(path, "use std::fs;\n").len(), 1, "{path}");
        }
        for path in ["crates/a/src/date.rs", "crates/a/tests/it/mod.rs"] {
            assert_eq!(check_at(path, "use std::fs;\n"), [""; 0]);
        }
    }

    #[test]
    fn the_page_of_a_rule_has_all_its_headings() {
        let path = "crates/pgn-lint/src/rules/tag/bad_date.rs";
        let page = ["What it finds", "Why it matters", "Standard", "Example", "Instead", "Fix"]
            .map(|heading| format!("//! # {heading}\n"))
            .concat();
        assert_eq!(check_at(path, &page), ["the page lacks: # Seen in"]);
        assert_eq!(check_at(path, &format!("{page}//! # Seen in\n")), [""; 0]);
    }

    #[test]
    fn sections_and_decisions_must_exist() {
        // Put together here, so that the check does not find them in this file.
        let (section, decision) = (["§", "8.1.1.9"].concat(), ["D-", "19"].concat());
        let unknown = |number: &str| vec![format!("{number} does not exist")];
        let check_text = |text: String| check_at("crates/a/src/date.rs", &text);
        assert_eq!(check_text(format!("// {section} and §8.")), unknown(&section));
        assert_eq!(check_text(format!("// D-18, {decision}")), unknown(&decision));
    }
}
