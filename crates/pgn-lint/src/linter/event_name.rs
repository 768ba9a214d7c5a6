//! Names of events that differ only in form, over the games of a file (§8.1.1.1).

use super::RegionNotes;
use super::place::Places;
use crate::context::RegionEncoding;
use crate::finding::Finding;
use crate::message::shorten;
use crate::registry;
use crate::rule::Rule;
use crate::severity::Severity;
use pgnkit::syntax::{Location, Region};
use std::collections::BTreeMap;

/// How many different events are remembered; a file of more is an archive of everything.
const N_EVENTS_MAX: usize = 1 << 16;

/// The number of reported spellings of one event.
const N_SPELLINGS_MAX: usize = 64;

/// The events of a file: the letters and digits of each name, and the spellings seen.
#[derive(Debug, Default)]
pub(super) struct EventNames {
    events: BTreeMap<String, EventSpellings>,
}

#[derive(Debug)]
struct EventSpellings {
    /// The first spelling. Its finding is reported only if an earlier part has another one.
    first: EventSpelling,
    /// Other spellings.
    others: Vec<EventSpelling>,
}

#[derive(Debug)]
struct EventSpelling {
    name: String,
    finding: Finding,
}

impl EventNames {
    pub(super) fn rule() -> &'static Rule {
        registry::get(crate::rules::tag::similar_event_names::RULE.code())
    }

    /// Remembers the event of a region, and reports a new spelling of an old one.
    pub(super) fn hear(
        &mut self,
        region: &Region<'_>,
        encoding: RegionEncoding,
        seen: &RegionNotes,
        severity: Severity,
    ) {
        let Some((name, span)) = &seen.event else { return };
        let key: String =
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        if key.is_empty() {
            return;
        }
        if self.events.get(&key).is_some_and(|event| event.is_silent(name)) {
            return;
        }
        let mut places = Places::new(region, encoding);
        let finding = Finding {
            rule: EventNames::rule(),
            severity,
            game: Some(region.n_games_before + 1),
            players: seen.players.clone(),
            place: places.place(*span),
            n: 1,
            message: String::new(),
            help: Some("write the name of an event the same way in all its games".into()),
            fix: None,
            board: None,
            source_line: places.source_line(*span),
        };
        self.add(key, EventSpelling { name: name.clone(), finding });
    }

    /// Adds a spelling that comes after all that are known.
    fn add(&mut self, key: String, mut spelling: EventSpelling) {
        let has_room = self.events.len() < N_EVENTS_MAX;
        match self.events.get_mut(&key) {
            Some(event) if event.is_silent(&spelling.name) => {}
            Some(event) => {
                let at = event.first.finding.place.start;
                spelling.finding.message = sentence(&event.first.name, at, &spelling.name);
                event.others.push(spelling);
            }
            None if has_room => {
                self.events.insert(key, EventSpellings { first: spelling, others: Vec::new() });
            }
            None => {}
        }
    }

    pub(super) fn take_findings(&mut self) -> Vec<Finding> {
        let events = std::mem::take(&mut self.events);
        events.into_values().flat_map(|event| event.others).map(|other| other.finding).collect()
    }

    /// Moves the findings after lines and games of the file.
    pub(super) fn shift(&mut self, n_lines: u64, n_games: u64) {
        for event in self.events.values_mut() {
            for spelling in std::iter::once(&mut event.first).chain(&mut event.others) {
                spelling.finding.shift(n_lines, n_games);
            }
        }
    }

    /// Adds the events of a later part of the file.
    pub(super) fn merge(&mut self, later: EventNames) {
        let mut events: Vec<(String, EventSpellings)> = later.events.into_iter().collect();
        events.sort_by_key(|(_, event)| event.first.finding.place.byte_start);
        for (key, event) in events {
            for spelling in std::iter::once(event.first).chain(event.others) {
                self.add(key.clone(), spelling);
            }
        }
    }
}

impl EventSpellings {
    /// This spelling is not reported: it is known, or there are too many.
    fn is_silent(&self, name: &str) -> bool {
        self.first.name == name
            || self.others.len() == N_SPELLINGS_MAX
            || self.others.iter().any(|other| other.name == name)
    }
}

fn sentence(first: &str, at: Location, name: &str) -> String {
    format!("expected `{}` as on line {}, found `{}`", shorten(first), at.line, shorten(name))
}
