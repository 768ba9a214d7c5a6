//! What is found in a region: of each rule so many faults one by one, the others as a number.
//!
//! A game of some megabytes can have a fault at every byte. Told one by one they would fill the
//! memory, and no one reads a thousand times the same.
//!
//! Owns: how many are told. Knows nothing of: rules, places in files.
//! Standard: none. Decisions: D-25.
//! Start at [`Docket::push`].

use crate::registry::{RULES, idx_of};
use crate::rule::Rule;
use crate::scene::{Judged, Told};
use pgnkit::syntax::Span;
use std::vec::Drain;

/// How many faults of one rule are told one by one in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// As many as people read.
    Told,
    /// As many as are mended in one pass over a text of so many bytes.
    Mended(usize),
}

impl Which {
    fn max(self) -> usize {
        match self {
            Which::Told => 1000,
            Which::Mended(text_bytes) => mended_max(text_bytes),
        }
    }
}

/// How many faults of one rule are mended in one pass over a text of so many bytes: not so many
/// that they take much memory, nor so few that many passes are needed.
pub(crate) fn mended_max(text_bytes: usize) -> usize {
    (text_bytes / 32).max(100_000)
}

/// Counts the faults of each rule in a region.
#[derive(Debug)]
pub(super) struct Quota {
    which: Which,
    /// By place of the rule in the registry.
    n_told: Vec<usize>,
    /// Something was counted.
    is_used: bool,
    others: Vec<Others>,
}

/// The faults of a rule that are not told one by one.
#[derive(Debug)]
pub(super) struct Others {
    rule: &'static Rule,
    n: u64,
    /// From the first one to the last.
    span: Span,
}

impl Default for Quota {
    fn default() -> Quota {
        let n_told = vec![0; RULES.len()];
        Quota { which: Which::Told, n_told, is_used: false, others: Vec::new() }
    }
}

impl Quota {
    /// Begins a region.
    pub(super) fn begin(&mut self, which: Which) {
        self.which = which;
        if std::mem::take(&mut self.is_used) {
            self.n_told.fill(0);
            self.others.clear();
        }
    }

    /// Whether faults that are one run may be one: those who mend do not count characters.
    pub(super) fn merges(&self) -> bool {
        matches!(self.which, Which::Mended(_))
    }

    /// Whether a fault is told by itself; if not, it is counted.
    pub(super) fn admits(&mut self, rule: &'static Rule, span: Span) -> bool {
        let Some(n_told) = idx_of(rule.code()).map(|idx| &mut self.n_told[idx]) else {
            return false;
        };
        self.is_used = true;
        if *n_told < self.which.max() {
            *n_told += 1;
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

    /// What was only counted so far, as a fault for each rule.
    fn take_others(&mut self, has_game: bool) -> impl Iterator<Item = Judged> {
        self.others.drain(..).map(move |others| others.judged(has_game))
    }
}

/// The faults of a region.
#[derive(Debug, Default)]
pub(crate) struct Docket {
    told: Vec<Judged>,
    quota: Quota,
}

impl Docket {
    /// Begins a region.
    pub(super) fn begin(&mut self, which: Which) {
        self.told.clear();
        self.quota.begin(which);
    }

    /// Adds a fault.
    pub(crate) fn push(&mut self, mut judged: Judged) {
        if self.quota.admits(judged.rule, judged.told.span) {
            if let Which::Mended(_) = self.quota.which {
                judged.told.drop_words();
            }
            self.told.push(judged);
        }
    }

    /// Adds what a quota of its own has counted.
    pub(super) fn push_others(&mut self, quota: &mut Quota, has_game: bool) {
        self.told.extend(quota.take_others(has_game));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.told.len()
    }

    /// All faults in order of place, those that were only counted among them.
    pub(super) fn drain(&mut self, has_game: bool) -> Drain<'_, Judged> {
        self.told.extend(self.quota.take_others(has_game));
        self.told.sort_by_key(|one| (one.told.span, one.rule.code()));
        self.told.drain(..)
    }
}

impl Others {
    fn judged(self, has_game: bool) -> Judged {
        let Others { rule, n, span } = self;
        let place = if has_game { "game" } else { "text" };
        let told = Told::new(span, format!("{n} more of these follow in this {place}")).times(n);
        Judged { rule, told, has_game }
    }
}
