//! Goes through prints in the order of their moves, and finds possible duplicates.
//!
//! Work is bounded: a head is compared with [`NEIGHBOURS_MAX`] heads of its bucket, those nearest
//! in date, and of each of [`LEVELS_MAX`] buckets on the stack. If more games than that have
//! exactly the same moves, they are short.

use std::io;

use super::By;
use super::evidence::{Evidence, Known, Relation};
use super::key::DedupeKey;
use super::quality::Prefer;
use super::same_game::{is_one, is_one_of_round};

/// With how many of the same moves a game is compared.
pub(super) const NEIGHBORS_MAX: usize = 64;

/// With how many games it is nested in a game is compared, level by level.
const LEVELS_MAX: usize = 16;

/// The maximum number of heads that are kept for games that continue others.
const HELD_MAX: usize = 1 << 14;

/// The shortest game that can be another one cut short, in plies.
const CUT_PLIES_MIN: u32 = 12;

/// Receives the pairs that were found.
pub(super) trait PairSink {
    /// These two are one game.
    fn pair(&mut self, one: &DedupeKey, other: &DedupeKey, evidence: Evidence) -> io::Result<()>;

    /// The second is equal to the first in all that counts.
    fn twin(&mut self, head: &DedupeKey, member: &DedupeKey, evidence: Evidence) -> io::Result<()>;
}

#[derive(Debug)]
struct Bucket {
    line: Vec<u8>,
    /// Heads in order of date, the latest ones.
    heads: Vec<Known>,
}

#[derive(Debug)]
pub(super) struct Sweep {
    by: By,
    prefer: Prefer,
    stack: Vec<Bucket>,
    held_count: usize,
    /// Key and print of the last head.
    last: Option<(Vec<u8>, DedupeKey)>,
    /// With [`By::Round`]: the other heads with this key, such as those of another year.
    heads: Vec<Known>,
}

impl Sweep {
    pub(super) fn new(by: By, prefer: Prefer) -> Sweep {
        Sweep { by, prefer, stack: Vec::new(), held_count: 0, last: None, heads: Vec::new() }
    }

    /// The next print and its key without the quality.
    pub(super) fn take(
        &mut self,
        key: &[u8],
        print: DedupeKey,
        found: &mut impl PairSink,
    ) -> io::Result<()> {
        if self.by == By::Round {
            return self.take_of_round(key, print, found);
        }
        if let Some((last_key, head)) = &self.last
            && last_key == key
            && !print.is_core
        {
            let relation = match self.by {
                By::MovesAndPlayers => Relation::Twin,
                By::Moves | By::Exact => Relation::Same,
                By::PositionAt(_)
                | By::SetUp
                | By::Round
                | By::Record
                | By::RecordWithOperations => Relation::Asked,
            };
            let evidence = Evidence::of_equals(relation, print.ply_count);
            return found.twin(head, &print, evidence);
        }
        if self.by == By::MovesAndPlayers && print.ply_count > 0 {
            let line = &key[..key.len().saturating_sub(TAIL_BYTES)];
            self.enter(line);
            let known = Known::of(print.clone());
            self.compare(&known, found)?;
            self.hold(known);
        }
        let (last_key, head) = self.last.get_or_insert_default();
        last_key.clear();
        last_key.extend_from_slice(key);
        *head = print;
        Ok(())
    }

    /// Compares a game with those of the same round and players, the best of which came before.
    fn take_of_round(
        &mut self,
        key: &[u8],
        print: DedupeKey,
        found: &mut impl PairSink,
    ) -> io::Result<()> {
        let (last_key, _) = self.last.get_or_insert_default();
        if last_key != key {
            last_key.clear();
            last_key.extend_from_slice(key);
            self.heads.clear();
        }
        let known = Known::of(print);
        for head in self.heads.iter().take(NEIGHBORS_MAX) {
            let (relation, ply_count) = relation_in_round(&head.print, &known.print);
            if let Some(evidence) = is_one_of_round(head, &known, relation, ply_count) {
                return found.twin(&head.print, &known.print, evidence);
            }
        }
        self.heads.push(known);
        Ok(())
    }

    /// Leaves the buckets that these moves do not continue, and enters their own.
    fn enter(&mut self, line: &[u8]) {
        while let Some(top) = self.stack.last()
            && !line.starts_with(&top.line)
        {
            self.held_count -= top.heads.len();
            self.stack.pop();
        }
        if self.stack.last().is_none_or(|top| top.line.len() < line.len()) {
            self.stack.push(Bucket { line: line.to_vec(), heads: Vec::new() });
        }
    }

    fn compare(&self, known: &Known, found: &mut impl PairSink) -> io::Result<()> {
        let Some((own, nested)) = self.stack.split_last() else { return Ok(()) };
        for other in own.heads.iter().rev().take(NEIGHBORS_MAX) {
            self.decide(known, other, found)?;
        }
        let is_long = |bucket: &&Bucket| {
            bucket.heads.first().is_some_and(|it| it.print.line_plies() >= CUT_PLIES_MIN)
        };
        for bucket in nested.iter().rev().filter(is_long).take(LEVELS_MAX) {
            for other in near(&bucket.heads, &known.print.date) {
                self.decide(known, other, found)?;
            }
        }
        Ok(())
    }

    fn decide(&self, known: &Known, other: &Known, found: &mut impl PairSink) -> io::Result<()> {
        let (one, two) = (&known.print, &other.print);
        if one.ordinal == two.ordinal || (one.is_seen && two.is_seen) {
            return Ok(());
        }
        let Some((relation, ply_count)) = relation(one, two) else { return Ok(()) };
        let Some(evidence) = is_one(known, other, relation, ply_count) else { return Ok(()) };
        match self.prefer.compare(one, two).0.is_lt() {
            true => found.pair(one, two, evidence),
            false => found.pair(two, one, evidence),
        }
    }

    fn hold(&mut self, known: Known) {
        let Some(top) = self.stack.last_mut() else { return };
        top.heads.push(known);
        self.held_count += 1;
        // A crowd of games that are the same for many moves: the shortest are forgotten first.
        if self.held_count > HELD_MAX {
            let mut excess_count = self.held_count - HELD_MAX;
            for bucket in &mut self.stack {
                let n = bucket.heads.len().saturating_sub(NEIGHBORS_MAX).min(excess_count);
                bucket.heads.drain(..n);
                self.held_count -= n;
                excess_count -= n;
            }
        }
    }
}

/// The relation of the moves of two states of one game, the first of which is the better one, and
/// the number of plies that they share.
fn relation_in_round(head: &DedupeKey, other: &DedupeKey) -> (Relation, u32) {
    let same_bytes = head.moves.iter().zip(&other.moves).take_while(|(a, b)| a == b).count();
    // A move takes more than a byte; the number of plies is in proportion.
    let ply_count = |print: &DedupeKey| match print.moves.len() {
        0 => 0,
        bytes => same_bytes * print.ply_count as usize / bytes,
    };
    let shared_plies = ply_count(head).min(ply_count(other)) as u32;
    if same_bytes == head.moves.len() && same_bytes == other.moves.len() {
        return (Relation::Same, head.ply_count);
    }
    if same_bytes == other.moves.len() {
        return (Relation::CutShort, other.ply_count);
    }
    if head.core_ply_count == other.core_ply_count && shared_plies >= head.core_ply_count {
        return (Relation::Tail, shared_plies);
    }
    (Relation::Conflict, shared_plies)
}

/// Bytes of a key after the moves: end, date, tags, unplayed, core.
const TAIL_BYTES: usize = 2 + 8 + 8 + 8 + 1;

impl DedupeKey {
    fn line_plies(&self) -> u32 {
        if self.is_core { self.core_ply_count } else { self.ply_count }
    }
}

/// The heads that are nearest to a date, in an order of dates.
fn near<'h>(heads: &'h [Known], date: &[u8; 8]) -> &'h [Known] {
    let at = heads.partition_point(|it| it.print.date < *date);
    let from = at.saturating_sub(NEIGHBORS_MAX / 2).min(heads.len().saturating_sub(NEIGHBORS_MAX));
    &heads[from..heads.len().min(from + NEIGHBORS_MAX)]
}

/// The relation of the moves of two games whose lines are equal, or one of which continues the
/// other; and the number of plies that they share. `None` if they may be different games.
fn relation(one: &DedupeKey, other: &DedupeKey) -> Option<(Relation, u32)> {
    let (short, long) = match one.line_plies() <= other.line_plies() {
        true => (one, other),
        false => (other, one),
    };
    let ply_count = short.line_plies();
    if short.line_plies() == long.line_plies() {
        if short.is_core || long.is_core || short.has_scraps != long.has_scraps {
            return Some((Relation::Tail, ply_count));
        }
        return match (short.unplayed, long.unplayed) {
            (a, b) if a == b => Some((Relation::Same, ply_count)),
            // A move that one could not play may be missing in the other.
            (0, _) | (_, 0) => Some((Relation::CutShort, ply_count)),
            _ => None,
        };
    }
    // A game that could not be read on is not known to have ended there.
    if one.is_unchecked || other.is_unchecked {
        return None;
    }
    if !short.is_core && long.core_ply_count <= ply_count {
        return Some((Relation::Tail, ply_count));
    }
    (!short.is_core && !long.is_core).then_some((Relation::CutShort, ply_count))
}
