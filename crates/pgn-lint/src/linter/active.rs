//! Which rules are on, sorted by how they are looked for.
//!
//! Owns: the lists that make a run pay only for what is selected. Knows nothing of: texts.
//! Standard: none. Decisions: D-25.
//! Start at [`Active`].

use super::docket::Docket;
use super::tag_rules::TagRules;
use crate::config::Config;
use crate::registry::{RULES, idx_of};
use crate::rule::{Check, Rule};
use crate::scene::{CommentSeen, Report, Scene};
use crate::severity::{Profile, Severity};
use pgnkit::write;

type TextCheck = fn(&Scene<'_>, &mut Report<'_>);
type CommentCheck = fn(&Scene<'_>, &CommentSeen<'_>, &mut Report<'_>);

/// The rules that are on.
#[derive(Debug)]
pub(crate) struct Active {
    severities: Vec<Severity>,
    pub(super) text: Vec<(&'static Rule, TextCheck)>,
    /// Those that find nothing in plain ASCII.
    pub(super) foreign: Vec<(&'static Rule, TextCheck)>,
    pub(super) tags: TagRules,
    pub(super) game: Vec<(&'static Rule, TextCheck)>,
    pub(super) comments: Vec<(&'static Rule, CommentCheck)>,
    pub(super) marks: bool,
    pub(super) events: bool,
    pub(super) export: bool,
    /// What servers write in every game is no finding.
    pub(super) knows_servers: bool,
}

impl Active {
    pub(crate) fn new(config: &Config) -> Active {
        let severities: Vec<Severity> = RULES.iter().map(|rule| config.severity(rule)).collect();
        let mut active = Active {
            severities,
            text: Vec::new(),
            foreign: Vec::new(),
            tags: TagRules::new(),
            game: Vec::new(),
            comments: Vec::new(),
            marks: false,
            events: false,
            export: false,
            knows_servers: config.profile != Profile::Export(write::Profile::Archival),
        };
        for rule in RULES {
            if active.severity(rule) == Severity::Off {
                continue;
            }
            match rule.check {
                Check::Fault(_) | Check::Record(_) | Check::Linter => {}
                Check::Text(check) => active.text.push((rule, check)),
                Check::FaultAndForeign(_, check) | Check::Foreign(check) => {
                    active.foreign.push((rule, check));
                }
                Check::Tag(heeds, check) => active.tags.add(rule, heeds, check),
                Check::Game(check) => active.game.push((rule, check)),
                Check::Comment(check) => active.comments.push((rule, check)),
            }
            match rule.name() {
                "wrong-check-mark" => active.marks = true,
                "similar-event-names" => active.events = true,
                "not-export-form" => active.export = true,
                _ => {}
            }
        }
        active
    }

    pub(crate) fn severity(&self, rule: &Rule) -> Severity {
        idx_of(rule.code()).map_or(Severity::Off, |idx| self.severities[idx])
    }

    pub(crate) fn is_on(&self, rule: &Rule) -> bool {
        self.severity(rule) != Severity::Off
    }

    pub(super) fn report<'a>(
        &self,
        rule: &'static Rule,
        judged: &'a mut Docket,
        has_game: bool,
    ) -> Report<'a> {
        Report { rule, judged, has_game }
    }
}
