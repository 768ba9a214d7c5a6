//! The games of a chunk, counted.
//!
//! Owns: the work of a thread. Knows nothing of: what becomes of the counts.
//! Standard: none.
//! Start at [`Count`].

use super::passage::{Fate, Passage, Root};
use super::score::{Score, Side};
use super::{Edge, Played};
use crate::carry::Sniff;
use crate::scan::{Chunk, Job};
use pgnkit::read::{Brief, Referee};
use pgnkit::syntax::{Kind, sniff};
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// Counts the moves behind a position in the games of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// What is asked for.
    pub root: Root,
}

/// What became of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// How the games went that came to the position; the ratings are White's.
    pub reached: Score,
    /// Games that did not.
    pub n_elsewhere: u64,
    /// Games that do not count, since their moves cannot be played.
    pub n_unplayable: u64,
    /// Games that were left out because of what they are.
    pub n_unwanted: u64,
}

impl Games {
    /// Counts a game.
    pub fn add(&mut self, passage: &Passage) {
        match passage.fate() {
            Fate::NoGame => {}
            Fate::Unplayable => self.n_unplayable += 1,
            Fate::Elsewhere => self.n_elsewhere += 1,
            Fate::Reached => self.reached.join(&Score::of_game(passage.facts(), Side::White)),
        }
    }

    /// Adds other games.
    pub fn join(&mut self, other: &Games) {
        self.reached.join(&other.reached);
        self.n_elsewhere += other.n_elsewhere;
        self.n_unplayable += other.n_unplayable;
        self.n_unwanted += other.n_unwanted;
    }

    /// All of them.
    #[must_use]
    pub fn n(&self) -> u64 {
        u64::from(self.reached.n_games) + self.n_elsewhere + self.n_unplayable + self.n_unwanted
    }
}

/// What was counted in a chunk.
#[derive(Debug, Default)]
pub struct Counted {
    /// The games.
    pub games: Games,
    /// The moves, each once, in no order.
    pub moves: Vec<Played>,
    /// The source is none of games, but this.
    pub not_pgn: Option<Kind>,
}

/// Scores of moves in positions.
pub(super) type Scores = HashMap<Edge, Score, EdgeHash>;

/// What a thread keeps from chunk to chunk.
#[derive(Debug)]
pub struct Worker {
    brief: Brief<Passage, Sniff>,
    scores: Scores,
}

impl Job for Count {
    type Worker = Worker;
    type Output = Counted;

    fn worker(&self) -> Worker {
        let referee = Referee::new(Passage::new(self.root), Sniff::default());
        Worker { brief: Brief { referee }, scores: Scores::default() }
    }

    fn work(&self, worker: &mut Worker, chunk: &Chunk) -> Counted {
        let mut counted = Counted::default();
        for region in chunk.regions() {
            worker.brief.read(&region);
            if std::mem::take(&mut worker.brief.referee.notes).is_not_pgn {
                counted.not_pgn = Some(sniff(region.text));
            }
            let passage = &mut worker.brief.referee.follow;
            counted.games.add(passage);
            for (edge, score) in passage.edges() {
                worker.scores.entry(edge).or_default().join(&score);
            }
        }
        let moves = worker.scores.drain().map(|(edge, score)| Played { edge, score });
        counted.moves = moves.collect();
        counted
    }
}

/// Mixes keys, which anyone can make, with a number that nobody knows beforehand.
#[derive(Clone, Debug)]
pub(super) struct EdgeHash(u64);

impl Default for EdgeHash {
    fn default() -> EdgeHash {
        EdgeHash(RandomState::new().hash_one(0))
    }
}

impl BuildHasher for EdgeHash {
    type Hasher = EdgeHasher;

    fn build_hasher(&self) -> EdgeHasher {
        EdgeHasher(self.0)
    }
}

/// See [`EdgeHash`].
#[derive(Clone, Debug)]
pub(super) struct EdgeHasher(u64);

impl Hasher for EdgeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    /// Both halves of a product of 128 bits, so that no bits of a key decide alone.
    #[inline]
    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}
