//! Merges the tags of two duplicates of a game.
//!
//! Standard: §8.1.1, §9. Decisions: D-14, D-15, D-18, D-22.

use std::collections::{HashMap, HashSet};

use super::{Conflict, MergeReport};
use crate::game::{Game, Tags};
use crate::tag::{self, Date};

/// Whether two games start from the same position by the same rules. Where those are not known,
/// the tags decide.
pub(super) fn start_alike(game: &Game, other: &Game) -> bool {
    let alike = |name| game.tag(name).map(str::trim) == other.tag(name).map(str::trim);
    // Nearly all games start from the usual start position, so nothing needs to be read.
    if ["FEN", "Variant"].into_iter().all(alike) {
        return true;
    }
    match (game.start_position(), other.start_position()) {
        (Some(position), Some(others)) => position == others,
        (None, _) | (_, None) => false,
    }
}

/// Takes over what is missing or unknown.
pub(super) fn merge(game: &mut Game, other: &Game, gain: &mut MergeReport) {
    let (ours, theirs) = (last_values(game.tags()), last_values(other.tags()));
    let mut changes: HashMap<String, String> = HashMap::new();
    let mut news: Vec<(&str, &str)> = Vec::new();
    let mut names = HashSet::new();
    for name in other.tags().iter().map(|tag| tag.name).filter(|name| names.insert(*name)) {
        let value = theirs.get(name).copied().unwrap_or_default();
        // A roster tag may be there in other letter case (D-15).
        let by_roster = || tag::roster_idx(name).and_then(|_| game.tag(name));
        match ours.get(name).copied().or_else(by_roster) {
            None if says_nothing_new(game, name, value) => {}
            None => news.push((name, value)),
            Some(kept) if kept.trim() == value.trim() || is_unknown(name, value) => {}
            Some(kept) if is_same_date(name, kept, value) => {}
            Some(kept) if is_unknown(name, kept) || is_known_better(name, kept, value) => {
                changes.insert(name.to_owned(), value.to_owned());
                gain.tags.push(name.to_owned());
            }
            Some(_) if name == "PlyCount" && gain.n_main_plies > 0 => {
                changes.insert(name.to_owned(), game.n_plies().to_string());
            }
            Some(kept) => gain.conflicts.push(Conflict {
                name: name.to_owned(),
                kept: kept.to_owned(),
                other: value.to_owned(),
            }),
        }
    }
    change(game.tags_mut_unchecked(), changes);
    for (name, value) in news {
        game.tags_mut_unchecked().push(name, value);
        gain.tags.push(name.to_owned());
    }
}

/// The values that count.
fn last_values(tags: &Tags) -> HashMap<&str, &str> {
    tags.iter().map(|tag| (tag.name, tag.value)).collect()
}

/// Sets the last pair of each of these names, all in one go: there may be many.
fn change(tags: &mut Tags, mut changes: HashMap<String, String>) {
    if changes.len() <= 8 {
        changes.iter().for_each(|(name, value)| tags.set(name, value));
        return;
    }
    let old: Vec<(&str, &str)> = tags.iter().map(|tag| (tag.name, tag.value)).collect();
    let mut new: Vec<(&str, String)> = Vec::with_capacity(old.len());
    for (name, value) in old.into_iter().rev() {
        new.push((name, changes.remove(name).unwrap_or_else(|| value.to_owned())));
    }
    let mut changed = Tags::default();
    new.iter().rev().for_each(|(name, value)| changed.push(name, value));
    // A roster tag that was there in another letter case gets its correct name as well.
    changes.iter().for_each(|(name, value)| changed.push(name, value));
    *tags = changed;
}

/// Whether a missing tag is unnecessary. Both games have the same start position, so a FEN that one
/// of them does not need adds no information, and SetUp without a FEN would be an error.
fn says_nothing_new(game: &Game, name: &str, value: &str) -> bool {
    match name {
        "FEN" => true,
        "SetUp" => game.tag("FEN").is_none(),
        // A missing roster tag is added when the game is written, so an unknown value adds nothing.
        _ => is_unknown(name, value),
    }
}

/// Whether a value means unknown.
fn is_unknown(name: &str, value: &str) -> bool {
    let value = value.trim();
    value.bytes().all(|byte| matches!(byte, b'?' | b'.')) || (name == tag::RESULT && value == "*")
}

/// Whether the kept value is the same date, in a spelling as good as the other or better.
fn is_same_date(name: &str, kept: &str, other: &str) -> bool {
    name.ends_with("Date")
        && (Date::parse(kept).is_ok() || Date::parse(other).is_err())
        && Date::parse_lax(kept).is_some_and(|kept| Date::parse_lax(other) == Some(kept))
}

/// Whether the other value is the same date with more known digits.
fn is_known_better(name: &str, kept: &str, other: &str) -> bool {
    if !name.ends_with("Date") {
        return false;
    }
    let (Some(kept), Some(other)) = (Date::parse_lax(kept), Date::parse_lax(other)) else {
        return false;
    };
    // A day that does not exist is still a statement.
    if kept.possible() != kept {
        return false;
    }
    let fits = |kept: Option<u16>, other: Option<u16>| kept.is_none() || kept == other;
    let of = |part: Option<u8>| part.map(u16::from);
    fits(kept.year(), other.year())
        && fits(of(kept.month()), of(other.month()))
        && fits(of(kept.day()), of(other.day()))
}
