//! Which of two duplicates is the better one.

use std::cmp::Ordering;

use super::By;
use super::key::DedupeKey;
use pgnkit::{Outcome, named_enum};

named_enum! {
    /// Criteria for the better duplicate, in the default order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Rule, name {
        /// It is a game of `--against`.
        Seen = "seen",
        /// It has more comments in words, NAGs and variations.
        Annotated = "annotated",
        /// Its main line is longer; a tail that was never played does not count.
        Longer = "longer",
        /// It has more tags with a value.
        Tags = "tags",
        /// More of its date is known.
        Dated = "dated",
        /// It has more comments with commands, such as clocks.
        Timed = "timed",
        /// Its result is known.
        Finished = "finished",
        /// It is the first in the input.
        First = "first",
    }
}

impl Rule {
    fn measure(self, print: &DedupeKey) -> u32 {
        match self {
            Rule::Seen => u32::from(print.is_seen),
            Rule::Annotated => print.annotation_count,
            Rule::Longer => print.core_ply_count.saturating_mul(2) + u32::from(!print.has_tail()),
            Rule::Tags => print.tag_count,
            Rule::Dated => print.date.iter().filter(|byte| byte.is_ascii_digit()).count() as u32,
            Rule::Timed => print.command_count,
            Rule::Finished => u32::from(print.outcome != Outcome::Unknown),
            Rule::First => 0,
        }
    }
}

/// The order of the criteria. A game of `--against` is always the better duplicate, and if nothing
/// else decides, the first one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefer([Rule; 8]);

impl Default for Prefer {
    fn default() -> Prefer {
        Prefer(Rule::ALL)
    }
}

/// Bytes of a quality: four for each rule but the last.
pub(super) const QUALITY_KEY_BYTES: usize = 7 * 4;

/// The same with the eight of the ordinal.
pub(super) const QUALITY_BYTES: usize = QUALITY_KEY_BYTES + 8;

impl Prefer {
    /// The default order for this kind of duplicates: of the states of a broadcast game, the
    /// longest one, or the one with a result.
    #[must_use]
    pub fn usual(by: By) -> Prefer {
        match by {
            By::Round => Prefer::parse("longer,finished").unwrap_or_default(),
            _ => Prefer::default(),
        }
    }

    /// The order that begins with these criteria, such as `longer,tags`; the others follow in their
    /// default order.
    ///
    /// # Errors
    /// With the first word that is not a criterion.
    pub fn parse(text: &str) -> Result<Prefer, &str> {
        let mut rules = vec![Rule::Seen];
        for word in text.split(',').map(str::trim) {
            let rule = Rule::from_name(word).ok_or(word)?;
            if !rules.contains(&rule) && rule != Rule::First {
                rules.push(rule);
            }
        }
        for rule in Rule::ALL {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        let mut order = Rule::ALL;
        order.copy_from_slice(&rules);
        Ok(Prefer(order))
    }

    /// Bytes that sort first for the better duplicate.
    pub(super) fn key(&self, print: &DedupeKey) -> [u8; QUALITY_BYTES] {
        let mut key = [0; QUALITY_BYTES];
        for (part, rule) in key.chunks_exact_mut(4).zip(&self.0[..7]) {
            part.copy_from_slice(&(!rule.measure(print)).to_be_bytes());
        }
        key[QUALITY_KEY_BYTES..].copy_from_slice(&print.ordinal.to_be_bytes());
        key
    }

    /// Makes a key that of a game that was seen before.
    pub(super) fn set_seen(key: &mut [u8]) {
        if let Some(seen) = key.get_mut(..4) {
            seen.copy_from_slice(&(!1u32).to_be_bytes());
        }
    }

    /// Whether the first is the better duplicate (`Less`), and the rule that decides.
    pub(super) fn compare(&self, one: &DedupeKey, other: &DedupeKey) -> (Ordering, Rule) {
        for &rule in &self.0[..7] {
            let order = rule.measure(other).cmp(&rule.measure(one));
            if order.is_ne() {
                return (order, rule);
            }
        }
        (one.ordinal.cmp(&other.ordinal), Rule::First)
    }
}
