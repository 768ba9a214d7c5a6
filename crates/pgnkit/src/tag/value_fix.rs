//! The probable meaning of a value that its tag does not allow: `Normal`, `14.05.00`,
//! `Grandmaster`.
//!
//! Standard: §9. Decisions: D-24, D-25, D-44.
//!
//! Dates have rules of their own for each slip; Result is read by [`Outcome`](super::Outcome).

use super::{Eco, Mode, PlayerType, Rating, Termination, Time, Title, fields, kind};

/// A valid value to replace an invalid one.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueFix {
    /// The value; ASCII, without quotes and backslashes.
    pub value: String,
    /// How certain the replacement is.
    pub certainty: Certainty,
}

/// How certain a fix is.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// Probable: a unit is guessed, or a word is left out.
    Probable,
    /// Certain: both have the same meaning.
    Certain,
}

/// A valid replacement for an invalid value of a tag; `None` if the value is valid or has no clear
/// meaning.
///
/// The replacement is valid, so it is not replaced again.
#[doc(hidden)]
#[must_use]
pub fn fix_value(name: &str, value: &str) -> Option<ValueFix> {
    kind(name)?.value.fix(value)
}

fn sure(value: &str) -> ValueFix {
    ValueFix { value: value.to_owned(), certainty: Certainty::Certain }
}

fn perhaps(value: &str) -> ValueFix {
    ValueFix { value: value.to_owned(), certainty: Certainty::Probable }
}

/// Fixes the items of a list one by one; as certain as the least certain of them.
fn each(value: &str, fix: impl Fn(&str) -> Option<ValueFix>) -> Option<ValueFix> {
    let mut meant = sure("");
    for (offset, item) in fields(value) {
        let item = fix(item.trim())?;
        if offset > 0 {
            meant.value.push(':');
        }
        meant.value.push_str(&item.value);
        meant.certainty = meant.certainty.min(item.certainty);
    }
    Some(meant)
}

pub(super) fn titles(value: &str) -> Option<ValueFix> {
    each(value, title)
}

pub(super) fn ratings(value: &str) -> Option<ValueFix> {
    each(value, rating)
}

pub(super) fn player_types(value: &str) -> Option<ValueFix> {
    each(value, player_type)
}

pub(super) fn termination(value: &str) -> Option<ValueFix> {
    Some(sure(Termination::parse_lax(value)?.name()))
}

/// Titles by their names in English, `-` by the words for none.
fn title(item: &str) -> Option<ValueFix> {
    let words = item.to_ascii_lowercase();
    let known = Title::ALL.into_iter().find(|title| {
        title.name().eq_ignore_ascii_case(item) || title.words().is_some_and(|name| name == words)
    });
    match (known, words.as_str()) {
        (Some(title), _) => Some(sure(title.name())),
        (None, "none" | "untitled" | "no title") => Some(sure(Title::Untitled.name())),
        (None, _) => None,
    }
}

fn rating(item: &str) -> Option<ValueFix> {
    match item.to_ascii_lowercase().as_str() {
        "unrated" | "none" | "unr" | "unr." => Some(sure("-")),
        _ => Rating::parse(item).ok().map(|rating| sure(&rating.to_string())),
    }
}

fn player_type(item: &str) -> Option<ValueFix> {
    match item.to_ascii_lowercase().as_str() {
        "human" => Some(sure(PlayerType::Human.name())),
        "person" => Some(perhaps(PlayerType::Human.name())),
        "program" => Some(sure(PlayerType::Program.name())),
        "computer" | "comp" | "engine" | "bot" | "machine" => {
            Some(perhaps(PlayerType::Program.name()))
        }
        _ => None,
    }
}

/// A code with a lower-case letter; text after a complete code is left out.
pub(super) fn eco(value: &str) -> Option<ValueFix> {
    let upper = value.to_ascii_uppercase();
    if Eco::parse(&upper).is_ok() {
        return Some(sure(&upper));
    }
    let (code, rest) = (upper.get(..3)?, upper.get(3..)?);
    let is_refined = rest.len() <= 3 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_refined && Eco::parse(code).is_ok()).then(|| perhaps(code))
}

/// Hours and minutes of one digit, other signs between, and no seconds: `7.05`, `14:05`.
pub(super) fn time(value: &str) -> Option<ValueFix> {
    let (value, pm) = match value.to_ascii_lowercase() {
        lower if lower.ends_with("am") => (lower[..lower.len() - 2].trim().to_owned(), Some(0)),
        lower if lower.ends_with("pm") => (lower[..lower.len() - 2].trim().to_owned(), Some(12)),
        lower => (lower, None),
    };
    let parts: Vec<&str> = value.split([':', '.']).collect();
    let ([hour, minute] | [hour, minute, _]) = parts.as_slice() else { return None };
    let second = parts.get(2).copied().unwrap_or("??");
    let hour = match pm {
        None => (*hour).to_owned(),
        Some(half) => {
            let clock: u32 = hour.parse().ok().filter(|hour| (1..=12).contains(hour))?;
            (clock % 12 + half).to_string()
        }
    };
    let is_padded = minute.len() == 2 && second.len() == 2 && (1..=2).contains(&hour.len());
    let time = format!("{hour:0>2}:{minute}:{second}");
    (is_padded && Time::parse(&time).is_ok()).then(|| sure(&time))
}

pub(super) fn mode(value: &str) -> Option<ValueFix> {
    let words = value.to_ascii_lowercase().replace('-', " ");
    let mode = Mode::ALL.into_iter().find(|mode| {
        mode.name().eq_ignore_ascii_case(value) || mode.words().iter().any(|name| *name == words)
    })?;
    Some(sure(mode.name()))
}
