//! Names of events that differ only in form, over the games of a file.
//!
//! Owns: the memory of names. Knows nothing of: other tags.
//! Standard: §8.1.1.1. Decisions: none.
//! Start at [`EventNames::hear`].

use super::Seen;
use super::place::Places;
use crate::finding::Finding;
use crate::registry;
use crate::rule::Rule;
use crate::scene::shorten;
use crate::severity::Severity;
use pgnkit::charset::Encoding;
use pgnkit::syntax::{Location, Region};
use std::collections::BTreeMap;

/// How many different events are remembered; a file of more is an archive of everything.
const N_EVENTS_MAX: usize = 1 << 16;

/// How many spellings of one event are told.
const N_SPELLINGS_MAX: usize = 64;

/// The events of a file: the letters and digits of each name, and the spellings seen.
#[derive(Debug, Default)]
pub(super) struct EventNames {
    events: BTreeMap<String, Event>,
}

#[derive(Debug)]
struct Event {
    spelling: String,
    first: Location,
    /// Other spellings, each with its finding.
    others: Vec<(String, Finding)>,
}

impl EventNames {
    pub(super) fn rule() -> &'static Rule {
        registry::get(crate::rules::tag::similar_event_names::FAULT.code)
    }

    /// Remembers the event of a region, and reports a new spelling of an old one.
    pub(super) fn hear(
        &mut self,
        region: &Region<'_>,
        encoding: Encoding,
        seen: &Seen,
        severity: Severity,
    ) {
        let Some((name, span)) = &seen.event else { return };
        let key: String =
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        if key.is_empty() {
            return;
        }
        let known = self.events.get(&key);
        if known.is_some_and(|event| event.has(name) || event.others.len() == N_SPELLINGS_MAX) {
            return;
        }
        let mut places = Places::new(region, encoding);
        let place = places.place(*span);
        let has_room = self.events.len() < N_EVENTS_MAX;
        match self.events.get_mut(&key) {
            Some(event) => {
                let finding = Finding {
                    rule: EventNames::rule(),
                    severity,
                    game: Some(region.n_games_before + 1),
                    players: seen.players.clone(),
                    place,
                    message: message(&event.spelling, event.first, name),
                    help: Some("write the name of an event the same way in all its games".into()),
                    fix: None,
                    board: None,
                    source_line: places.source_line(*span),
                };
                event.others.push((name.clone(), finding));
            }
            None if has_room => {
                let event =
                    Event { spelling: name.clone(), first: place.start, others: Vec::new() };
                self.events.insert(key, event);
            }
            None => {}
        }
    }

    pub(super) fn take_findings(&mut self) -> Vec<Finding> {
        let events = std::mem::take(&mut self.events);
        events.into_values().flat_map(|event| event.others).map(|other| other.1).collect()
    }

    /// Adds the events of a later part of the file.
    pub(super) fn merge(&mut self, later: EventNames) {
        for (key, event) in later.events {
            match self.events.get_mut(&key) {
                None => {
                    self.events.insert(key, event);
                }
                Some(known) => {
                    for (name, mut finding) in event.others {
                        if !known.has(&name) {
                            finding.message = message(&known.spelling, known.first, &name);
                            known.others.push((name, finding));
                        }
                    }
                }
            }
        }
    }
}

impl Event {
    fn has(&self, name: &str) -> bool {
        self.spelling == name || self.others.iter().any(|other| other.0 == name)
    }
}

fn message(first: &str, at: Location, name: &str) -> String {
    format!("expected `{}` as on line {}, found `{}`", shorten(first), at.line, shorten(name))
}
