//! The findings that are listed one by one; the others are counted, at almost no cost (D-25).

use crate::finding::Finding;
use crate::registry::idx_of;
use crate::rule::Rule;
use crate::rules::RULES;
use crate::severity::Severity;

/// The number of findings of one rule that are listed one by one.
///
/// ```
/// use pgn_lint::{Config, Linter, Listing};
///
/// let linter = Linter::new(Config::default()).listing(Listing::BRIEF);
/// # let _ = linter;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listing {
    /// For a rule that is an error or a warning.
    pub faults_max: usize,
    /// For a rule that is info.
    pub infos_max: usize,
}

impl Listing {
    /// All of them.
    pub const ALL: Listing = Listing { faults_max: usize::MAX, infos_max: usize::MAX };
    /// A number for people.
    pub const BRIEF: Listing = Listing { faults_max: 20, infos_max: 0 };
    /// None.
    pub const NONE: Listing = Listing { faults_max: 0, infos_max: 0 };

    /// The number for a rule with this severity.
    ///
    /// ```
    /// use pgn_lint::{Listing, Severity};
    ///
    /// assert_eq!(Listing::NONE.max(Severity::Error), 0);
    /// assert_eq!(Listing::BRIEF.max(Severity::Error), 20);
    /// ```
    #[must_use]
    pub fn max(self, severity: Severity) -> usize {
        match severity {
            Severity::Error | Severity::Warning => self.faults_max,
            Severity::Info | Severity::Off => self.infos_max,
        }
    }
}

/// The findings of each rule so far.
#[derive(Debug)]
pub(super) struct Ledger {
    listing: Listing,
    /// By place of the rule in the registry.
    rules: Vec<Account>,
}

#[derive(Debug, Clone, Default)]
struct Account {
    n_listed: usize,
    /// The first one that is not listed, with the number of all such.
    rest: Option<Finding>,
}

impl Default for Ledger {
    fn default() -> Ledger {
        Ledger { listing: Listing::ALL, rules: vec![Account::default(); RULES.len()] }
    }
}

impl Ledger {
    pub(super) fn new(listing: Listing) -> Ledger {
        Ledger { listing, ..Ledger::default() }
    }

    /// Counts `n` more of a rule of which no more are listed. Whether it is such a rule.
    pub(super) fn count(&mut self, rule: &Rule, n: u64) -> bool {
        let rest = idx_of(rule.code()).and_then(|idx| self.rules[idx].rest.as_mut());
        rest.map(|rest| rest.n += n).is_some()
    }

    /// Adds a finding to the list, or to the count.
    pub(super) fn enter(&mut self, finding: Finding, list: &mut Vec<Finding>) {
        if self.count(finding.rule, finding.n) {
            return;
        }
        let Some(idx) = idx_of(finding.code()) else { return list.push(finding) };
        let account = &mut self.rules[idx];
        if account.n_listed < self.listing.max(finding.severity) {
            account.n_listed += 1;
            list.push(finding);
        } else {
            account.rest = Some(finding);
        }
    }

    /// Gives away what is not listed, and begins again.
    pub(super) fn take_rest(&mut self) -> Vec<Finding> {
        let begin_anew = |account: &mut Account| std::mem::take(account).rest;
        self.rules.iter_mut().filter_map(begin_anew).collect()
    }
}
