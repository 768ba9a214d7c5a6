//! `pgn explain tag`: the meanings of tags, and the forms of their values.
//!
//! Standard: §8.1.1, §9. Decisions: D-25.

use std::fmt::Write as _;

use super::unknown;
use pgn_db::error::Error;
use pgn_lint::{explain_tag, section_of_tag};
use pgnkit::suggest::nearest_word;
use pgnkit::tag::{TAGS, kind};

/// The page of a tag.
pub(super) fn page(words: &[String]) -> Result<String, Error> {
    let name = words.join(" ");
    let found = kind(&name)
        .or_else(|| TAGS.into_iter().find(|tag| tag.name.eq_ignore_ascii_case(&name)))
        .ok_or_else(|| {
            let near = nearest_word(&name, TAGS.iter().map(|tag| tag.name));
            unknown("tag", "tag of the standard", &name, near)
        })?;
    Ok(explain_tag(found))
}

/// All tags of the standard, in its order.
pub(super) fn list() -> String {
    let mut text = String::new();
    for tag in TAGS {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{:<13}  {:<8}  {}", tag.name, section_of_tag(tag), tag.about);
    }
    text
}
