//! Which rules look at which tag pairs (§8.1.1, §9, D-16).

use crate::context::{RuleContext, TagSeen};
use crate::message::Report;
use crate::rule::{Check, Rule, TagFilter};
use crate::rules::RULES;
use crate::rules::tag::rating;
use pgnkit::syntax::step::head;
use pgnkit::tag::well_known::{N_NAMES, NAMES, UNKNOWN, number_by_head};
use pgnkit::tag::{TagKind, ValueType, kind};

pub(super) type TagCheck = fn(&RuleContext<'_>, &TagSeen<'_>, &mut dyn Report);

/// Two more kinds of tags than there are well-known names: ratings of other agencies, and the rest.
const AGENCY: usize = N_NAMES;
const OTHER: usize = N_NAMES + 1;

/// How ratings of other agencies begin.
const PLAYERS: [u64; 2] = [head(b"White"), head(b"Black")];
const PLAYER: u64 = head(b"\xFF\xFF\xFF\xFF\xFF");

/// The rules that are on, for each kind of tag: the well-known ones by number, then two more.
#[derive(Debug)]
pub(super) struct TagRules {
    kinds: Vec<OfKind>,
}

/// The rules for one kind of tag.
#[derive(Debug)]
pub(super) struct OfKind {
    pub(super) kind: Option<TagKind>,
    /// The kind of the value, as far as the name determines it.
    pub(super) value: ValueType,
    /// Those that look at each.
    pub(super) always: Vec<(&'static Rule, TagCheck)>,
    /// Rules without findings in a plain value.
    pub(super) odd: Vec<(&'static Rule, TagCheck)>,
}

impl TagRules {
    pub(super) fn new() -> TagRules {
        let rest = [OfKind::new(None, ValueType::Ratings), OfKind::new(None, ValueType::Text)];
        let well_known = NAMES.iter().map(|name| match kind(name) {
            Some(kind) => OfKind::new(Some(kind), kind.value),
            None if rating::is_of_agency(name) => OfKind::new(None, ValueType::Ratings),
            None => OfKind::new(None, ValueType::Text),
        });
        TagRules { kinds: well_known.chain(rest).collect() }
    }

    pub(super) fn add(&mut self, rule: &'static Rule, filter: TagFilter, check: TagCheck) {
        for of_kind in &mut self.kinds {
            let is_of =
                |types: &[ValueType]| of_kind.kind.is_some_and(|kind| types.contains(&kind.value));
            let is_rating = of_kind.value == ValueType::Ratings;
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

    pub(super) fn of_kind(&self, kind_idx: u8) -> &OfKind {
        &self.kinds[usize::from(kind_idx)]
    }

    /// The kind of a tag with this name; its [`head`] is known.
    #[inline]
    pub(super) fn kind_idx(&self, name: &[u8], head: u64) -> u8 {
        let number = number_by_head(name, head);
        if number != UNKNOWN {
            return number;
        }
        let is_agency = PLAYERS.contains(&(head & PLAYER))
            && std::str::from_utf8(name).is_ok_and(rating::is_of_agency);
        if is_agency { AGENCY as u8 } else { OTHER as u8 }
    }
}

/// The rules that check the tag with this name, but not every tag, in order of code.
#[doc(hidden)]
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

    pub(super) fn is_empty(&self) -> bool {
        self.always.is_empty() && self.odd.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit::tag::TAGS;

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
