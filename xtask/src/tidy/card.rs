//! The card at the head of each source file, and the numbers that comments cite.
//!
//! Owns: the parts of a card; which sections and decisions exist. Knows nothing of: their text.
//! Start at [`check`].

use std::collections::BTreeSet;

use super::Fault;
use crate::repository::{Repository, is_generated, is_test};

/// Decisions are numbered D-01 to D-64; a later one raises this.
const DECISION_MAX: u32 = 64;

/// The section numbers of `xtask/sections.txt`.
pub(crate) fn sections(text: &str) -> BTreeSet<&str> {
    text.lines().filter(|line| !line.starts_with('#')).map(str::trim).collect()
}

/// Checks the card of every source file outside tests, and the numbers in all Rust files and pages.
pub(crate) fn check(sections: &BTreeSet<&str>, repository: &Repository) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in repository.rust_files("") {
        if path.contains("src/") && !is_test(path) && !is_generated(text) {
            let missing = if is_rule(path) {
                missing_headings(path, text)
            } else {
                missing_parts(path, text)
            };
            if !missing.is_empty() {
                let text = format!("the card lacks: {}", missing.join(", "));
                faults.push(Fault::new("card", path, 1, text));
            }
        }
    }
    for file in &repository.files {
        let Some(text) = file.text().filter(|_| has_numbers(&file.path)) else { continue };
        for (idx, line) in text.lines().enumerate() {
            for number in unknown_numbers(sections, line) {
                let text = format!("{number} does not exist");
                faults.push(Fault::new("section", &file.path, idx + 1, text));
            }
        }
    }
    faults
}

/// Whether a file is one rule, which opens with its page instead of a card.
fn is_rule(path: &str) -> bool {
    let inside = path.strip_prefix("crates/pgn-lint/src/rules/");
    inside.is_some_and(|rest| rest.contains('/') && !rest.ends_with("/mod.rs"))
}

/// The headings that a rule's page does not have, in the order of CONTRIBUTING.md.
fn missing_headings(path: &str, text: &str) -> Vec<&'static str> {
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
    // A file without any of them serves several rules and has a card.
    if HEADINGS.iter().all(|heading| !has(heading)) {
        return missing_parts(path, text);
    }
    HEADINGS.into_iter().filter(|heading| !has(heading)).collect()
}

/// Names of the parts that a file's opening `//!` block does not have. A room's own file says what
/// the room owns; a file inside it says at least what it is.
fn missing_parts(path: &str, text: &str) -> Vec<&'static str> {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    let card: Vec<&str> = lines.map(|line| line[3..].trim()).collect();
    let whole = card.join(" ");
    let begins = |word: &str| card.iter().any(|line| line.starts_with(word));
    let standard = card.iter().find_map(|line| line.strip_prefix("Standard:"));
    let first = card.first().copied().unwrap_or_default();
    let is_room = ["mod.rs", "lib.rs", "main.rs"].iter().any(|name| path.ends_with(name));
    let parts = [
        ("a first sentence that says what the file is", first.len() > 10),
        ("`Owns:`", !is_room || begins("Owns:")),
        ("`Knows nothing of:`", !is_room || whole.contains("Knows nothing of:")),
        ("`Start at`", !is_room || begins("Start at")),
        ("`Standard:` with § or `none`", standard.is_none_or(says_section)),
    ];
    parts.iter().filter(|(_, there)| !there).map(|(name, _)| *name).collect()
}

fn says_section(standard: &str) -> bool {
    standard.contains('§') || standard.contains("none")
}

fn has_numbers(path: &str) -> bool {
    path.ends_with(".rs") || path.ends_with(".md")
}

/// The `§` and `D-` numbers of a line that are not known.
fn unknown_numbers(sections: &BTreeSet<&str>, line: &str) -> Vec<String> {
    let mut unknown = Vec::new();
    for part in line.split('§').skip(1) {
        let number = leading(part, |c| c.is_ascii_digit() || c == '.');
        let number = number.trim_end_matches('.');
        if !number.is_empty() && !sections.contains(number) {
            unknown.push(format!("§{number}"));
        }
    }
    for (at, _) in line.match_indices("D-") {
        let before = line[..at].chars().next_back();
        let digits = leading(&line[at + 2..], |c| c.is_ascii_digit());
        let exists = digits.parse().is_ok_and(|number| (1..=DECISION_MAX).contains(&number));
        let is_decision = digits.len() == 2 && !before.is_some_and(char::is_alphanumeric);
        if is_decision && !exists {
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

    const CARD: &str = "\
//! Tag pair dates, unknown digits included.
//!
//! Owns: the value. Knows nothing of:
//! files.
//! Standard: §8.1.1.3. Decisions: D-18.
//! Start at [`Date`].
";

    fn check_text(text: &str) -> Vec<String> {
        check_at("crates/a/src/date/mod.rs", text)
    }

    fn check_at(path: &str, text: &str) -> Vec<String> {
        let repository = sample(&[(path, text)]);
        let faults = check(&sections("# numbers\n8\n8.1.1.3\n"), &repository);
        faults.into_iter().map(|fault| fault.text).collect()
    }

    #[test]
    fn a_whole_card_passes() {
        assert_eq!(check_text(CARD), [] as [&str; 0]);
    }

    #[test]
    fn each_part_is_missed() {
        for part in
            ["Tag pair dates, unknown digits", "Owns:", "Knows nothing", "§8.1.1.3", "Start"]
        {
            assert_eq!(check_text(&CARD.replace(part, "")).len(), 1, "{part}");
        }
        assert_eq!(check_at("crates/a/src/date.rs", "//! Dates of tag pairs.\n"), [""; 0]);
        assert_eq!(check_at("crates/a/src/date.rs", "//! Dates.\n").len(), 1);
        assert_eq!(check_text("fn main() {}").len(), 1);
    }

    #[test]
    fn sections_and_decisions_must_exist() {
        // Put together here, so that the check does not find them in this file.
        let (section, decision) = (["§", "8.1.1.9"].concat(), ["D-", "65"].concat());
        let unknown = |number: &str| vec![format!("{number} does not exist")];
        assert_eq!(check_text(&format!("{CARD}// {section} and §8.")), unknown(&section));
        assert_eq!(check_text(&format!("{CARD}// D-64, {decision}")), unknown(&decision));
    }
}
