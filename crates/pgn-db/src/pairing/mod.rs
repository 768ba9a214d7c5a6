//! Pairs the games of two collections (§8.1.1, D-42).
//!
//! ```text
//! games ─ carried ─┬─ prints, in memory: 160 bytes a game
//!                  └─ spool, on the disk: their texts
//! prints of both ─ paired ─ the same, changed, moved, only in one
//! ```
//!
//! Start at [`pair`].

mod fingerprint;
mod spool;

#[cfg(test)]
mod tests;

const _: () = assert!(size_of::<Fingerprint>() <= 160);

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

pub use fingerprint::{Fingerprint, Prints};
pub use spool::Spool;

/// A game of one collection and its partner in the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Its number in the first collection, from 0.
    pub before: usize,
    /// Its number in the second one, from 0.
    pub after: usize,
    /// All that counts is the same.
    pub is_same: bool,
    /// It changed its place among the games that are in both.
    pub is_moved: bool,
}

/// Which game is which.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pairing {
    /// Games that are in both, in the order of the first collection.
    pub pairs: Vec<Pair>,
    /// Games of the first collection alone, in order.
    pub only_before: Vec<usize>,
    /// Games of the second one alone, in order.
    pub only_after: Vec<usize>,
}

/// Pairs games: first those that are the same in everything that counts, then those with the same
/// roster and moves, the same roster, the same moves and players, the same moves, the same players
/// and day, the same players and opening, the same players and event, the same opening; last those
/// that are at the same place between two pairs and share a player or their first moves. If several
/// fit, the first ones.
///
/// Cost: a lookup for each game and kind of key, and n log n for what moved.
#[must_use]
pub fn pair(before: &[Fingerprint], after: &[Fingerprint]) -> Pairing {
    let mut twins = Twins { of: vec![None; before.len()], taken: vec![false; after.len()] };
    twins.by(before, after, |print| Some(print.whole));
    twins.by(before, after, |print| Some((print.roster?, print.moves?)));
    twins.by(before, after, |print| print.roster);
    twins.by(before, after, |print| Some((print.players?, print.moves?)));
    twins.by(before, after, |print| print.moves.filter(|_| print.has_opening()));
    twins.by(before, after, |print| Some((print.players?, print.day?)));
    twins.by(before, after, |print| Some((print.players?, print.opening?)));
    twins.by(before, after, |print| Some((print.players?, print.event?)));
    twins.by(before, after, |print| print.opening);
    twins.by_place(before, after);
    twins.finish(before, after)
}

struct Twins {
    /// The twin of each game of the first collection.
    of: Vec<Option<usize>>,
    /// Whether each game of the second one has a twin.
    taken: Vec<bool>,
}

impl Twins {
    /// Pairs the games that are left by a key, those with the same one in order.
    fn by<K: Hash + Eq>(
        &mut self,
        before: &[Fingerprint],
        after: &[Fingerprint],
        key: impl Fn(&Fingerprint) -> Option<K>,
    ) {
        let mut places: HashMap<K, VecDeque<usize>> = HashMap::new();
        for (n, print) in after.iter().enumerate().filter(|(n, _)| !self.taken[*n]) {
            if let Some(key) = key(print) {
                places.entry(key).or_default().push_back(n);
            }
        }
        for (n, print) in before.iter().enumerate() {
            if self.of[n].is_none()
                && let Some(twin) = key(print).and_then(|key| places.get_mut(&key)?.pop_front())
            {
                self.of[n] = Some(twin);
                self.taken[twin] = true;
            }
        }
    }

    /// Pairs what is left between two pairs that follow each other in both collections, one by one,
    /// if there are as many games on both sides.
    fn by_place(&mut self, before: &[Fingerprint], after: &[Fingerprint]) {
        let stays = longest_rise(&self.of);
        let mut from = (0, 0);
        let ends = stays.iter().map(|&(n, twin)| (n, twin)).chain([(before.len(), after.len())]);
        for (n, twin) in ends.collect::<Vec<_>>() {
            let ours: Vec<usize> = (from.0..n).filter(|&it| self.of[it].is_none()).collect();
            let theirs: Vec<usize> = (from.1..twin).filter(|&it| !self.taken[it]).collect();
            if ours.len() == theirs.len() {
                for (ours, theirs) in ours.into_iter().zip(theirs) {
                    if before[ours].resembles(&after[theirs]) {
                        self.of[ours] = Some(theirs);
                        self.taken[theirs] = true;
                    }
                }
            }
            from = (n + 1, twin + 1);
        }
    }

    fn finish(self, before: &[Fingerprint], after: &[Fingerprint]) -> Pairing {
        let stays: Vec<usize> = longest_rise(&self.of).into_iter().map(|(n, _)| n).collect();
        let mut pairing = Pairing::default();
        for (n, twin) in self.of.iter().enumerate() {
            match *twin {
                Some(twin) => pairing.pairs.push(Pair {
                    before: n,
                    after: twin,
                    is_same: before[n].whole == after[twin].whole,
                    is_moved: stays.binary_search(&n).is_err(),
                }),
                None => pairing.only_before.push(n),
            }
        }
        pairing.only_after = (0..after.len()).filter(|&n| !self.taken[n]).collect();
        pairing
    }
}

/// The most pairs that are in the same order in both collections.
fn longest_rise(twins: &[Option<usize>]) -> Vec<(usize, usize)> {
    // The last game of the best chain of each length, and what comes before it in its chain.
    let mut ends: Vec<usize> = Vec::new();
    let mut befores: Vec<Option<usize>> = vec![None; twins.len()];
    for (n, twin) in twins.iter().enumerate() {
        let Some(twin) = twin else { continue };
        let place = ends.partition_point(|&end| twins[end].is_some_and(|it| it < *twin));
        befores[n] = place.checked_sub(1).map(|place| ends[place]);
        match ends.get_mut(place) {
            Some(end) => *end = n,
            None => ends.push(n),
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(n) = at {
        chain.extend(twins[n].map(|twin| (n, twin)));
        at = befores[n];
    }
    chain.reverse();
    chain
}
