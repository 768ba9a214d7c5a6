//! Limits the findings that are listed for each rule; the others share one line.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pgn_lint::{Finding, Listing, Rule};

/// The counts of listed and unlisted findings of a run.
pub(super) struct FindingLimiter {
    listing: Listing,
    rules: BTreeMap<&'static str, OfRule>,
}

#[derive(Default)]
struct OfRule {
    listed_count: usize,
    rest: Option<Remainder>,
}

/// The findings of a rule that are not listed.
pub(super) struct Remainder {
    /// The file of the first one.
    pub(super) file: String,
    /// The first one, with the number of all of them.
    pub(super) finding: Finding,
}

impl FindingLimiter {
    pub(super) fn new(listing: Listing) -> FindingLimiter {
        FindingLimiter { listing, rules: BTreeMap::new() }
    }

    /// Gives a finding back that is to be listed; keeps one that is not.
    pub(super) fn list(&mut self, file: &str, finding: Finding) -> Option<Finding> {
        let rule: &'static Rule = finding.rule;
        let of_rule = self.rules.entry(rule.name()).or_default();
        match &mut of_rule.rest {
            Some(rest) => rest.finding.n += finding.n,
            None if of_rule.listed_count < self.listing.max(finding.severity) => {
                of_rule.listed_count += 1;
                return Some(finding);
            }
            None => of_rule.rest = Some(Remainder { file: file.to_owned(), finding }),
        }
        None
    }

    /// The unlisted findings, with the number of findings of the same rule; the most severe first.
    pub(super) fn remainders(self) -> Vec<(Remainder, usize)> {
        let rules = self.rules.into_values();
        let mut all: Vec<_> =
            rules.filter_map(|of| of.rest.map(|rest| (rest, of.listed_count))).collect();
        all.sort_by_key(|(Remainder { finding, .. }, _)| {
            (Reverse(finding.severity), finding.code())
        });
        all
    }
}
