//! Which rules look at which tag pairs.
//!
//! Owns: the rules that are on, sorted by the tags they heed, and the look-up by a tag's name.
//! Knows nothing of: what they look for.
//! Standard: §8.1.1, §9. Decisions: D-16.
//! Start at [`TagRules::kind_idx`].

use crate::context::{RuleContext, TagSeen};
use crate::message::Report;
use crate::registry::RULES;
use crate::rule::{Check, Rule, TagFilter};
use crate::rules::tag::rating;
use pgnkit::syntax::step::head;
use pgnkit::tag::{TAGS, TagKind, ValueType};

/// The check of one tag pair.
pub(super) type TagCheck = fn(&RuleContext<'_>, &TagSeen<'_>, &mut dyn Report);

/// Two more kinds of tags than the standard names: ratings of other agencies, and all the rest.
const AGENCY: usize = TAGS.len();
const OTHER: usize = TAGS.len() + 1;

/// Places in the table of names: a power of two, so large that few names share one.
const N_PLACES: usize = 256;
const FREE: u8 = u8::MAX;
const _: () = assert!(OTHER < FREE as usize && TAGS.len() * 4 < N_PLACES);

/// How ratings of other agencies begin.
const PLAYERS: [u64; 2] = [head(b"White"), head(b"Black")];
const PLAYER: u64 = head(b"\xFF\xFF\xFF\xFF\xFF");

/// The rules that are on, for each kind of tag.
#[derive(Debug)]
pub(super) struct TagRules {
    kinds: Vec<OfKind>,
    /// The names of [`TAGS`].
    names: Vec<Name>,
    /// Index of the tag whose name falls on a place, or on one before that was taken.
    places: [u8; N_PLACES],
}

/// A name of at most 16 bytes, to be compared at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Name {
    len: usize,
    head: u64,
    /// The last eight bytes of a name that has so many.
    tail: u64,
}

impl Name {
    /// The name with this [`head`].
    #[inline(always)]
    fn new(name: &[u8], head: u64) -> Name {
        let tail = name.last_chunk().map_or(0, |tail| u64::from_le_bytes(*tail));
        Name { len: name.len(), head, tail }
    }
}

const _: () = {
    let mut idx = 0;
    while idx < TAGS.len() {
        assert!(TAGS[idx].name.len() <= 16);
        idx += 1;
    }
};

/// The rules for one kind of tag.
#[derive(Debug)]
pub(super) struct OfKind {
    pub(super) kind: Option<TagKind>,
    /// What the value is, as far as that is known by the name.
    pub(super) value: ValueType,
    /// Those that look at each.
    pub(super) always: Vec<(&'static Rule, TagCheck)>,
    /// Those that find nothing in a plain value.
    pub(super) odd: Vec<(&'static Rule, TagCheck)>,
}

impl TagRules {
    /// No rule.
    pub(super) fn new() -> TagRules {
        let unnamed = [OfKind::new(None, ValueType::Ratings), OfKind::new(None, ValueType::Text)];
        let named = TAGS.iter().map(|kind| OfKind::new(Some(*kind), kind.value));
        let kinds = named.chain(unnamed).collect();
        let mut places = [FREE; N_PLACES];
        for (idx, kind) in TAGS.iter().enumerate() {
            let mut place = place_of(head(kind.name.as_bytes()), kind.name.len());
            while places[place] != FREE {
                place = (place + 1) % N_PLACES;
            }
            places[place] = idx as u8;
        }
        let name = |name: &[u8]| Name::new(name, head(name));
        let names = TAGS.iter().map(|kind| name(kind.name.as_bytes())).collect();
        TagRules { kinds, names, places }
    }

    /// Adds a rule.
    pub(super) fn add(&mut self, rule: &'static Rule, filter: TagFilter, check: TagCheck) {
        for (idx, of_kind) in self.kinds.iter_mut().enumerate() {
            let is_of =
                |types: &[ValueType]| of_kind.kind.is_some_and(|kind| types.contains(&kind.value));
            let is_rating = idx == AGENCY || is_of(&[ValueType::Ratings]);
            let (looks, list) = match filter {
                TagFilter::All => (true, &mut of_kind.always),
                TagFilter::Named(name) => {
                    (of_kind.kind.is_some_and(|kind| kind.name == name), &mut of_kind.always)
                }
                TagFilter::Types(types) => (is_of(types), &mut of_kind.always),
                TagFilter::SkipIfPlain(types) => (is_of(types), &mut of_kind.odd),
                TagFilter::RatingsUnlessPlain => (is_rating, &mut of_kind.odd),
                TagFilter::PlayersUnlessPlain => {
                    let is_per_player = of_kind.kind.is_some_and(|kind| kind.value.is_per_player());
                    (is_rating || is_per_player, &mut of_kind.odd)
                }
            };
            if looks {
                list.push((rule, check));
            }
        }
    }

    /// The rules for a kind of tag.
    pub(super) fn of_kind(&self, kind_idx: u8) -> &OfKind {
        &self.kinds[usize::from(kind_idx)]
    }

    /// Which kind of tag one of this name is; its [`head`] is known.
    #[inline]
    pub(super) fn kind_idx(&self, name: &[u8], head: u64) -> u8 {
        let (mut place, wanted) = (place_of(head, name.len()), Name::new(name, head));
        loop {
            let idx = self.places[place];
            match self.names.get(usize::from(idx)) {
                Some(known) if *known == wanted => return idx,
                Some(_) => place = (place + 1) % N_PLACES,
                None => break,
            }
        }
        let is_agency = PLAYERS.contains(&(head & PLAYER))
            && std::str::from_utf8(name).is_ok_and(rating::is_of_agency);
        if is_agency { AGENCY as u8 } else { OTHER as u8 }
    }
}

/// The rules that look at the tag of this name and not at every tag, in order of code.
pub fn rules_of_tag(name: &str) -> Vec<&'static Rule> {
    let mut rules = TagRules::new();
    for rule in RULES {
        match rule.check {
            Check::Tag(filter, check) if !matches!(filter, TagFilter::All) => {
                rules.add(rule, filter, check);
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
    let of = rules.of_kind(rules.kind_idx(name.as_bytes(), head(name.as_bytes())));
    let mut found: Vec<_> = of.always.iter().chain(&of.odd).map(|(rule, _)| *rule).collect();
    found.sort_by_key(|rule| rule.code());
    found
}

impl OfKind {
    fn new(kind: Option<TagKind>, value: ValueType) -> OfKind {
        OfKind { kind, value, always: Vec::new(), odd: Vec::new() }
    }

    /// Whether no rule looks at such tags.
    pub(super) fn is_empty(&self) -> bool {
        self.always.is_empty() && self.odd.is_empty()
    }
}

/// Where a name stands in the table, unless that place is taken.
fn place_of(head: u64, len: usize) -> usize {
    /// The golden ratio: spreads what differs in any bit over the highest ones.
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    ((head ^ len as u64).wrapping_mul(SPREAD) >> 32) as usize % N_PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_of_the_standard_is_found_by_its_name() {
        let rules = TagRules::new();
        let of = |name: &str| rules.of_kind(rules.kind_idx(name.as_bytes(), head(name.as_bytes())));
        for kind in TAGS {
            assert_eq!(of(kind.name).kind, Some(kind));
        }
        for other in ["", "event", "Events", "EventDates", "TimeContro", "WhiteDWZ", "\u{e9}"] {
            assert_eq!(of(other).kind, None, "{other}");
        }
        assert_eq!(rules.kind_idx(b"BlackDWZ", head(b"BlackDWZ")), AGENCY as u8);
        assert_eq!(rules.kind_idx(b"WhiteRD", head(b"WhiteRD")), OTHER as u8);
    }
}
