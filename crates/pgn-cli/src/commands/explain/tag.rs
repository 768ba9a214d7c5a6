//! `pgn explain tag`: what tags say and how their values are written.
//!
//! Standard: §8.1.1, §9. Decisions: D-25.

use std::fmt::Write as _;

use super::unknown;
use pgn_db::error::Error;
use pgn_lint::rules_of_tag;
use pgnkit::suggest::nearest_word;
use pgnkit::tag::{TAGS, TagKind, kind};

/// The page of a tag.
pub(super) fn page(words: &[String]) -> Result<String, Error> {
    let name = words.join(" ");
    let found = kind(&name)
        .or_else(|| TAGS.into_iter().find(|tag| tag.name.eq_ignore_ascii_case(&name)))
        .ok_or_else(|| {
            let near = nearest_word(&name, TAGS.iter().map(|tag| tag.name));
            unknown("tag", "tag of the standard", &name, near)
        })?;
    Ok(about(found))
}

/// All tags of the standard, in its order.
pub(super) fn list() -> String {
    let mut text = String::new();
    for tag in TAGS {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{:<13}  {:<8}  {}", tag.name, section(tag), tag.about);
    }
    text
}

fn section(tag: TagKind) -> String {
    if tag.section.is_empty() { "younger".to_owned() } else { format!("§{}", tag.section) }
}

fn about(tag: TagKind) -> String {
    let mut text = format!("{}  {}\n{}\n\nValues:\n", tag.name, section(tag), tag.about);
    let forms = tag.value.forms();
    let width = forms.iter().map(|(form, _)| form.chars().count()).max().unwrap_or_default();
    for (form, meaning) in forms {
        let _ = writeln!(text, "  {form:<width$}  {meaning}");
    }
    if tag.value.is_per_player() {
        text.push_str("\nIf a side has several players, one field for each, in the same order.\n");
    }
    let rules = rules_of_tag(tag.name);
    if !rules.is_empty() {
        text.push_str("\nRules of `pgn check`:\n");
        for rule in rules {
            let _ = writeln!(text, "  {}  {}: {}", rule.code(), rule.name(), rule.fault.summary);
        }
    }
    text
}
