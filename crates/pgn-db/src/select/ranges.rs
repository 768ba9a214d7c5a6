//! Numbers of games: `10..20,30,40..`, and `!3` for all but the third.

use std::str::FromStr;

/// Some numbers, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// All numbers except the listed ones.
    is_complement: bool,
    /// First and last, both included; in order, none touching another.
    ranges: Vec<(u64, u64)>,
}

impl Ranges {
    /// Whether a number is among them.
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        let at = self.ranges.partition_point(|(_, last)| *last < number);
        let is_named = self.ranges.get(at).is_some_and(|(first, _)| *first <= number);
        is_named != self.is_complement
    }

    /// The last number, if the ranges are finite.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        match self.ranges.last() {
            _ if self.is_complement => None,
            Some((_, last)) => Some(*last).filter(|last| *last < u64::MAX),
            None => Some(0),
        }
    }

    /// The first given range that contains none of `n` numbers. A range without an end requires
    /// nothing.
    #[must_use]
    pub fn missing_of(&self, n: u64) -> Option<(u64, u64)> {
        let is_missing = |range: &&(u64, u64)| range.0 > n && range.1 < u64::MAX;
        self.ranges.iter().find(is_missing).copied().filter(|_| !self.is_complement)
    }
}

impl FromStr for Ranges {
    type Err = String;

    /// ```text
    /// ranges ::= ["!"] range { "," range }
    /// range  ::= number | [number] ".." [number]          instead of ".." also "-" and ":"
    /// ```
    fn from_str(text: &str) -> Result<Ranges, String> {
        let bad = || format!("expected numbers such as `10..20,30,40..`, found `{text}`");
        let (is_complement, list) = match text.strip_prefix('!') {
            Some(list) => (true, list),
            None => (false, text),
        };
        let mut ranges = Vec::new();
        for part in list.split(',') {
            let part = part.trim();
            let cut = ["..", "-", ":"].iter().find_map(|sign| part.split_once(sign));
            let (first, last) = cut.unwrap_or((part, part));
            if first.is_empty() && last.is_empty() {
                return Err(bad());
            }
            let number = |text: &str, open: u64| match text {
                "" => Ok(open),
                text => text.parse::<u64>().ok().filter(|n| *n > 0).ok_or_else(bad),
            };
            let (first, last) = (number(first, 1)?, number(last, u64::MAX)?);
            if first > last {
                return Err(bad());
            }
            ranges.push((first, last));
        }
        ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match joined.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last);
                }
                Some(_) | None => joined.push((first, last)),
            }
        }
        Ok(Ranges { is_complement, ranges: joined })
    }
}
