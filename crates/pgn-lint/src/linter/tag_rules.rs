//! Which rules look at which tag pairs.
//!
//! Owns: the rules that are on, sorted by the tags they heed, and the look-up by a tag's name.
//! Knows nothing of: what they look for.
//! Standard: §8.1.1, §9. Decisions: D-16.
//! Start at [`TagRules::of`].

use crate::registry::RULES;
use crate::rule::{Check, Heeds, Rule};
use crate::rules::tag::rating;
use crate::scene::{Report, Scene, TagSeen};
use pgnkit::tag::{TAGS, TagKind, ValueType};

/// The check of one tag pair.
pub(super) type TagCheck = fn(&Scene<'_>, &TagSeen<'_>, &mut Report<'_>);

/// Two more kinds of tags than the standard names: ratings of other agencies, and all the rest.
const AGENCY: usize = TAGS.len();
const OTHER: usize = TAGS.len() + 1;

/// Places in the table of names: a power of two, so large that few names share one.
const N_PLACES: usize = 256;
const FREE: u8 = u8::MAX;
const _: () = assert!(OTHER < FREE as usize && TAGS.len() * 4 < N_PLACES);

/// The rules that are on, for each kind of tag.
#[derive(Debug)]
pub(super) struct TagRules {
    kinds: Vec<OfKind>,
    /// Index of the tag whose name falls on a place, or on one before that was taken.
    places: [u8; N_PLACES],
}

/// The rules for one kind of tag.
#[derive(Debug, Default)]
pub(super) struct OfKind {
    pub(super) kind: Option<TagKind>,
    /// Those that look at each.
    pub(super) always: Vec<(&'static Rule, TagCheck)>,
    /// Those that find nothing in a plain value.
    pub(super) odd: Vec<(&'static Rule, TagCheck)>,
}

impl TagRules {
    /// No rule.
    pub(super) fn new() -> TagRules {
        let mut kinds: Vec<OfKind> = Vec::new();
        kinds.resize_with(OTHER + 1, OfKind::default);
        let mut places = [FREE; N_PLACES];
        for (idx, kind) in TAGS.iter().enumerate() {
            kinds[idx].kind = Some(*kind);
            let mut place = place_of(kind.name.as_bytes());
            while places[place] != FREE {
                place = (place + 1) % N_PLACES;
            }
            places[place] = idx as u8;
        }
        TagRules { kinds, places }
    }

    /// Adds a rule.
    pub(super) fn add(&mut self, rule: &'static Rule, heeds: Heeds, check: TagCheck) {
        for (idx, of_kind) in self.kinds.iter_mut().enumerate() {
            let is_of =
                |types: &[ValueType]| of_kind.kind.is_some_and(|kind| types.contains(&kind.value));
            let is_rating = idx == AGENCY || is_of(&[ValueType::Ratings]);
            let (heeds, list) = match heeds {
                Heeds::All => (true, &mut of_kind.always),
                Heeds::Named(name) => {
                    (of_kind.kind.is_some_and(|kind| kind.name == name), &mut of_kind.always)
                }
                Heeds::Types(types) => (is_of(types), &mut of_kind.always),
                Heeds::Odd(types) => (is_of(types), &mut of_kind.odd),
                Heeds::OddRatings => (is_rating, &mut of_kind.odd),
                Heeds::OddPerPlayer => {
                    let is_per_player = of_kind.kind.is_some_and(|kind| kind.value.is_per_player());
                    (is_rating || is_per_player, &mut of_kind.odd)
                }
            };
            if heeds {
                list.push((rule, check));
            }
        }
    }

    /// The rules for the tag of this name.
    pub(super) fn of(&self, name: &[u8]) -> &OfKind {
        let mut place = place_of(name);
        loop {
            let idx = usize::from(self.places[place]);
            match TAGS.get(idx) {
                Some(kind) if kind.name.as_bytes() == name => return &self.kinds[idx],
                Some(_) => place = (place + 1) % N_PLACES,
                None => break,
            }
        }
        let is_agency = matches!(name, [b'W' | b'B', ..])
            && std::str::from_utf8(name).is_ok_and(rating::is_of_agency);
        &self.kinds[if is_agency { AGENCY } else { OTHER }]
    }
}

/// The rules that look at the tag of this name and not at every tag, in order of code.
pub fn rules_of_tag(name: &str) -> Vec<&'static Rule> {
    let mut rules = TagRules::new();
    for rule in RULES {
        match rule.check {
            Check::Tag(heeds, check) if !matches!(heeds, Heeds::All) => {
                rules.add(rule, heeds, check);
            }
            Check::Tag(..)
            | Check::Fault(_)
            | Check::FaultAndForeign(..)
            | Check::Text(_)
            | Check::Foreign(_)
            | Check::Game(_)
            | Check::Comment(_)
            | Check::Record(_)
            | Check::Linter => {}
        }
    }
    let of = rules.of(name.as_bytes());
    let mut found: Vec<_> = of.always.iter().chain(&of.odd).map(|(rule, _)| *rule).collect();
    found.sort_by_key(|rule| rule.code());
    found
}

impl OfKind {
    /// What the value is, as far as that is known by the name.
    pub(super) fn value(&self) -> ValueType {
        let is_agency = self.kind.is_none() && !self.odd.is_empty();
        let unnamed = if is_agency { ValueType::Ratings } else { ValueType::Text };
        self.kind.map_or(unnamed, |kind| kind.value)
    }
}

/// Where a name stands in the table, unless that place is taken.
fn place_of(name: &[u8]) -> usize {
    let byte = |at: usize| usize::from(name.get(at).copied().unwrap_or_default());
    let last = byte(name.len().wrapping_sub(1));
    (byte(0) * 7 + byte(name.len() / 2) * 5 + last + name.len() * 16) % N_PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_of_the_standard_is_found_by_its_name() {
        let rules = TagRules::new();
        for kind in TAGS {
            assert_eq!(rules.of(kind.name.as_bytes()).kind, Some(kind));
        }
        for other in ["", "event", "Events", "WhiteDWZ", "\u{e9}"] {
            assert_eq!(rules.of(other.as_bytes()).kind, None, "{other}");
        }
    }
}
