//! The tags of two games.
//!
//! Standard: §8.1. Decisions: D-14.

use std::collections::HashMap;

use super::Ignore;
use super::change::Change;
use crate::game::Tags;

/// Tags are paired by name, and those of one name in order.
pub(super) fn compare(before: &Tags, after: &Tags, ignore: &Ignore, list: &mut Vec<Change>) {
    let [before, after] = [before, after].map(|tags| numbered(tags, ignore));
    let places: HashMap<(&str, usize), usize> =
        after.iter().enumerate().map(|(n, tag)| ((tag.name, tag.nth), n)).collect();
    let mut is_paired = vec![false; after.len()];
    let mut order = Vec::new();
    for tag in &before {
        let pair = places.get(&(tag.name, tag.nth)).copied();
        if let Some(n) = pair {
            is_paired[n] = true;
            order.push(n);
        }
        let value = pair.map(|n| after[n].value);
        if value != Some(tag.value) {
            list.push(tag.change(Some(tag.value), value));
        }
    }
    for (tag, _) in after.iter().zip(&is_paired).filter(|(_, paired)| !**paired) {
        list.push(tag.change(None, Some(tag.value)));
    }
    if !ignore.order && !order.is_sorted() {
        list.push(Change::TagOrder);
    }
}

/// A tag that counts.
struct Numbered<'a> {
    name: &'a str,
    nth: usize,
    value: &'a str,
}

impl Numbered<'_> {
    fn change(&self, before: Option<&str>, after: Option<&str>) -> Change {
        let [before, after] = [before, after].map(|value| value.map(str::to_owned));
        Change::Tag { name: self.name.to_owned(), nth: self.nth, before, after }
    }
}

fn numbered<'a>(tags: &'a Tags, ignore: &Ignore) -> Vec<Numbered<'a>> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut all = Vec::new();
    for tag in tags.iter().filter(|tag| !ignore.ignores_tag(tag.name)) {
        let count = counts.entry(tag.name).or_default();
        all.push(Numbered { name: tag.name, nth: *count, value: tag.value });
        *count += 1;
    }
    all
}
