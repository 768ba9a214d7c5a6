//! `pgn explain letters`: the piece letters of languages.
//!
//! Standard: §17. Decisions: D-62.

use std::fmt::Write as _;

use super::unknown;
use pgn_db::error::Error;
use pgnkit::chess::Role;
use pgnkit::chess::notation::letters::Language;
use pgnkit::suggest::nearest_word;

/// The letters of one language, by its English name, its own name or its code.
pub(super) fn page(words: &[String]) -> Result<String, Error> {
    let name = words.join(" ");
    let language = Language::find(&name).ok_or_else(|| {
        let names = Language::all().flat_map(Language::names);
        unknown("letters", "language", &name, nearest_word(&name, names))
    })?;
    let mut text = format!("{} ({})  {}\n\n", language.name, language.code, row(language));
    for role in Role::ALL {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {}  {}", language.letters.letter(role), role.name());
    }
    let same: Vec<&str> = Language::all()
        .filter(|other| other.letters == language.letters && other.name != language.name)
        .map(|other| other.name)
        .collect();
    if !same.is_empty() {
        let _ = writeln!(text, "\nThe same letters: {}.", same.join(", "));
    }
    Ok(text)
}

/// All languages: pawn, knight, bishop, rook, queen, king.
pub(super) fn list() -> String {
    let mut text = String::new();
    for language in Language::all() {
        let Language { name, own_name, code, .. } = language;
        let _ = writeln!(text, "{name:<10}  {code}  {own_name:<10}  {}", row(language));
    }
    text
}

fn row(language: &Language) -> String {
    Role::ALL.map(|role| language.letters.letter(role)).join(" ")
}
