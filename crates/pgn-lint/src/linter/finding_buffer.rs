//! The findings of a region: up to a limit for each rule, and the number of the others.
//!
//! A game of some megabytes can have a fault at every byte. Stored one by one, they would fill the
//! memory, and no one reads the same finding a thousand times.

use crate::edit::Applicability;
use crate::message::{Message, Report};
use crate::registry::idx_of;
use crate::rule::{FixKind, Rule};
use crate::rules::RULES;
use pgnkit::syntax::Span;
use std::vec::Drain;

/// The number of listed findings of one rule in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// As many as people read.
    Report,
    /// The number of fixes in one pass over a text of this many bytes.
    Fix { text_bytes: usize, allowed: Applicability },
}

impl Purpose {
    fn max(self) -> usize {
        match self {
            Purpose::Report => 1000,
            Purpose::Fix { text_bytes, .. } => fixes_max(text_bytes),
        }
    }
}

/// How many faults are fixed in one pass over a text of this length: a compromise between memory
/// and the number of passes.
pub(crate) fn fixes_max(text_bytes: usize) -> usize {
    (text_bytes / 32).max(100_000)
}

/// Counts the faults of each rule in a region.
#[derive(Debug)]
pub(super) struct Quota {
    purpose: Purpose,
    /// By place of the rule in the registry.
    n_reported: Vec<usize>,
    /// Something was counted.
    is_used: bool,
    others: Vec<Others>,
}

/// The findings of a rule that are not listed.
#[derive(Debug)]
pub(super) struct Others {
    rule: &'static Rule,
    n: u64,
    /// From the first one to the last.
    span: Span,
}

impl Default for Quota {
    fn default() -> Quota {
        let n_reported = vec![0; RULES.len()];
        Quota { purpose: Purpose::Report, n_reported, is_used: false, others: Vec::new() }
    }
}

impl Quota {
    pub(super) fn begin(&mut self, purpose: Purpose) {
        self.purpose = purpose;
        if std::mem::take(&mut self.is_used) {
            self.n_reported.fill(0);
            self.others.clear();
        }
    }

    pub(super) fn merges(&self) -> bool {
        matches!(self.purpose, Purpose::Fix { .. })
    }

    /// Whether a fault is listed; if not, it is counted.
    pub(super) fn admits(&mut self, rule: &'static Rule, span: Span) -> bool {
        if matches!(self.purpose, Purpose::Fix { .. }) && rule.fix == FixKind::None {
            return false;
        }
        let Some(n_reported) = idx_of(rule.code()).map(|idx| &mut self.n_reported[idx]) else {
            return false;
        };
        self.is_used = true;
        if *n_reported < self.purpose.max() {
            *n_reported += 1;
            return true;
        }
        match self.others.iter_mut().find(|others| std::ptr::eq(others.rule, rule)) {
            Some(others) => {
                others.n += 1;
                others.span = others.span.cover(span);
            }
            None => self.others.push(Others { rule, n: 1, span }),
        }
        false
    }

    /// The faults that were only counted so far, as one for each rule.
    fn take_others(&mut self, has_game: bool) -> impl Iterator<Item = RuleFinding> {
        self.others.drain(..).map(move |others| others.finding(has_game))
    }
}

#[derive(Debug)]
pub(super) struct RuleFinding {
    pub(super) rule: &'static Rule,
    pub(super) message: Message,
    /// It belongs to a game, or to the one that follows.
    pub(super) has_game: bool,
}

/// Where one rule puts what it finds.
#[derive(Debug)]
pub(super) struct RuleReport<'a> {
    rule: &'static Rule,
    buffer: &'a mut FindingBuffer,
    has_game: bool,
}

impl Report for RuleReport<'_> {
    fn push(&mut self, message: Message) {
        self.buffer.push(RuleFinding { rule: self.rule, message, has_game: self.has_game });
    }
}

#[derive(Debug, Default)]
pub(super) struct FindingBuffer {
    found: Vec<RuleFinding>,
    quota: Quota,
}

impl FindingBuffer {
    pub(super) fn begin(&mut self, purpose: Purpose) {
        self.found.clear();
        self.quota.begin(purpose);
    }

    pub(super) fn push(&mut self, mut finding: RuleFinding) {
        let is_wanted = match self.quota.purpose {
            Purpose::Report => self.quota.admits(finding.rule, finding.message.span),
            Purpose::Fix { text_bytes, allowed } => {
                let patch = finding.message.patch.as_ref();
                let may_be_made = patch.is_some_and(|patch| patch.applicability <= allowed);
                finding.message.drop_words();
                may_be_made && self.found.len() < fixes_max(text_bytes)
            }
        };
        if is_wanted {
            self.found.push(finding);
        }
    }

    /// Adds the counts of a separate quota.
    pub(super) fn push_others(&mut self, quota: &mut Quota, has_game: bool) {
        self.found.extend(quota.take_others(has_game));
    }

    /// Where this rule puts what it finds.
    pub(super) fn report(&mut self, rule: &'static Rule, has_game: bool) -> RuleReport<'_> {
        RuleReport { rule, buffer: self, has_game }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// All faults in order of place, including those that were only counted.
    pub(super) fn drain(&mut self, has_game: bool) -> Drain<'_, RuleFinding> {
        self.found.extend(self.quota.take_others(has_game));
        self.found.sort_by_key(|one| (one.message.span, one.rule.code()));
        self.found.drain(..)
    }
}

impl Others {
    fn finding(self, has_game: bool) -> RuleFinding {
        let Others { rule, n, span } = self;
        let place = if has_game { "game" } else { "text" };
        let message =
            Message::new(span, format!("{n} more of these follow in this {place}")).times(n);
        RuleFinding { rule, message, has_game }
    }
}
