//! Which rules are on, sorted by how they are looked for (D-25).

use super::tag_rules::TagRules;
use crate::config::Config;
use crate::context::{CommentSeen, RuleContext};
use crate::message::Report;
use crate::registry::idx_of;
use crate::rule::{Check, Rule};
use crate::rules::RULES;
use crate::severity::{Profile, Severity};
use pgnkit::write;

type TextCheck = fn(&RuleContext<'_>, &mut dyn Report);
type CommentCheck = fn(&RuleContext<'_>, &CommentSeen<'_>, &mut dyn Report);

/// The rules that are on.
#[derive(Debug)]
pub(super) struct Active {
    severities: Vec<Severity>,
    pub(super) text: Vec<(&'static Rule, TextCheck)>,
    /// Rules without findings in plain ASCII.
    pub(super) foreign: Vec<(&'static Rule, TextCheck)>,
    pub(super) tags: TagRules,
    pub(super) game: Vec<(&'static Rule, TextCheck)>,
    pub(super) comments: Vec<(&'static Rule, CommentCheck)>,
    pub(super) marks: bool,
    pub(super) events: bool,
    pub(super) export: bool,
    /// Values that servers write in every game are not findings.
    pub(super) knows_servers: bool,
}

impl Active {
    pub(super) fn new(config: &Config) -> Active {
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
                Check::Tag(filter, check) => active.tags.add(rule, filter, check),
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

    pub(super) fn severity(&self, rule: &Rule) -> Severity {
        idx_of(rule.code()).map_or(Severity::Off, |idx| self.severities[idx])
    }

    pub(super) fn is_on(&self, rule: &Rule) -> bool {
        self.severity(rule) != Severity::Off
    }
}
