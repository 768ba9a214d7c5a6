//! `pgn explain nag`: the meaning of annotation symbols (NAGs).
//!
//! Standard: §10, §8.2.3.8. Decisions: D-13, D-35, D-36.

use std::fmt::Write as _;

use super::unknown;
use pgn_db::error::Error;
use pgn_lint::explain_nag;
use pgnkit::Nag;
use pgnkit::suggest::nearest_word;

/// The page of one NAG, or of several that are listed.
pub(super) fn page(words: &[String]) -> Result<String, Error> {
    let nags = match find(&words.join(" ")) {
        Some(nag) => vec![nag],
        None => words
            .iter()
            .map(|word| find(word).ok_or_else(|| no_such(&words.join(" "), word)))
            .collect::<Result<Vec<Nag>, Error>>()?,
    };
    Ok(nags.into_iter().map(explain_nag).collect::<Vec<_>>().join("\n"))
}

/// All NAGs: those of the standard, and separately those of later programs.
pub(super) fn list() -> String {
    let mut text = String::from("of the standard\n");
    let line = |nag: Nag, words: &str, text: &mut String| {
        // Writing to a String cannot fail.
        let sign = nag.glyph().unwrap_or_default();
        let number = nag.to_string();
        let _ = writeln!(text, "  {number:<4}  {sign:<3}  {words}");
    };
    for nag in Nag::all() {
        line(nag, nag.meaning().unwrap_or_default(), &mut text);
    }
    text.push_str("\nof later programs, where the standard reserves the numbers\n");
    for (nag, later) in Nag::later() {
        line(nag, &format!("{} ({})", later.meaning, later.source), &mut text);
    }
    text
}

/// By number, with or without the dollar sign; by a printed sign; by its words.
fn find(text: &str) -> Option<Nag> {
    let text = text.trim();
    let digits = text.strip_prefix('$').unwrap_or(text);
    Nag::from_digits(digits)
        .filter(|nag| nag.is_in_range())
        .or_else(|| Nag::from_glyph(text))
        .or_else(|| Nag::from_words(text))
        .or_else(|| Nag::from_later_words(text))
}

fn no_such(whole: &str, word: &str) -> Error {
    let meanings = Nag::all().filter_map(Nag::meaning);
    let later = Nag::later().map(|(_, later)| later.meaning);
    let near = nearest_word(whole, meanings.chain(later));
    let what = if near.is_some() { whole } else { word };
    unknown("nag", "annotation symbol", what, near)
}
