//! Explanations of annotation symbols and tags, for the command and for editors.

use std::fmt::Write as _;

use crate::linter::rules_of_tag;
use pgnkit::Nag;
use pgnkit::nag::Scope;
use pgnkit::tag::TagKind;

/// The meaning of a NAG, in a few lines.
#[must_use]
#[doc(hidden)]
pub fn explain_nag(nag: Nag) -> String {
    let mut text = nag.to_string();
    if let Some(sign) = nag.glyph() {
        // Writing to a String cannot fail.
        let _ = write!(text, "  {sign}");
    }
    text.push('\n');
    match (nag.meaning(), nag.later_meaning()) {
        (Some(meaning), _) => {
            let speaks = match nag.scope() {
                Scope::Move => "About the move just played",
                Scope::Position => "About the position",
                Scope::Time => "About the remaining time",
                Scope::Reserved => "A placeholder that should not be in files",
            };
            let _ = writeln!(text, "{meaning}\n\n{speaks}. In the table of the standard (§10).");
        }
        (None, Some(later)) => {
            let (meaning, source) = (later.meaning, later.source);
            let _ = writeln!(
                text,
                "{meaning}\n\nOf later programs ({source}); the standard reserves the number (§10)."
            );
        }
        (None, None) => {
            text.push_str("without a meaning\n\nThe standard reserves this number (§10).\n");
        }
    }
    if let Some(suffix) = nag.suffix() {
        let _ = writeln!(text, "Read after a move as `{suffix}`.");
    }
    let others: Vec<String> = nag
        .signs()
        .filter(|sign| Some(*sign) != nag.suffix())
        .map(|sign| format!("`{sign}`"))
        .collect();
    if !others.is_empty() {
        let _ = writeln!(text, "Lax reading also accepts: {}.", others.join(" "));
    }
    text
}

/// The meaning of a tag, and the form of its values.
#[must_use]
#[doc(hidden)]
pub fn explain_tag(tag: TagKind) -> String {
    let mut text = format!("{}  {}\n{}\n\nValues:\n", tag.name, section_of_tag(tag), tag.about);
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

/// The section of the standard that defines a tag.
#[must_use]
#[doc(hidden)]
pub fn section_of_tag(tag: TagKind) -> String {
    if tag.section.is_empty() { "younger".to_owned() } else { format!("§{}", tag.section) }
}
