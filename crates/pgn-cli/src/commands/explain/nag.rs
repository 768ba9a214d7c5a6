//! `pgn explain nag`: the meaning of annotation symbols (NAGs).
//!
//! Standard: §10, §8.2.3.8. Decisions: D-13, D-35, D-36.

use std::fmt::Write as _;

use super::unknown;
use pgn_db::error::Error;
use pgnkit::Nag;
use pgnkit::nag::Scope;
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
    Ok(nags.into_iter().map(about).collect::<Vec<_>>().join("\n"))
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

fn about(nag: Nag) -> String {
    let mut text = nag.to_string();
    if let Some(sign) = nag.glyph() {
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

fn no_such(whole: &str, word: &str) -> Error {
    let meanings = Nag::all().filter_map(Nag::meaning);
    let later = Nag::later().map(|(_, later)| later.meaning);
    let near = nearest_word(whole, meanings.chain(later));
    let what = if near.is_some() { whole } else { word };
    unknown("nag", "annotation symbol", what, near)
}
