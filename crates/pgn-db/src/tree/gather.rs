//! The counts of all chunks, gathered in bounded memory.
//!
//! Most moves after the first ones were played once, so a hash table would access distant memory
//! for each of them, for nothing. Sorting a batch of them at a time, and merging it with the rest,
//! accesses memory in order.

use super::count::Counted;
use super::score::{SCORE_BYTES, Score};
use super::{Edge, Played};
use crate::sort::{Budget, Disk, NoTail, Sorted, Sorter};
use pgnkit::chess::Move;
use std::io;

/// The maximum memory for a move, in bytes: its entry, the copy during a merge, and waiting moves.
const HELD_BYTES: usize = 3 * size_of::<Played>();

/// How many moves wait at least before they are merged, where there is memory for them.
const WAITING_MIN: usize = 1 << 16;

/// Takes scores of moves in any order.
pub struct Gather<D: Disk> {
    /// Moves in any order, each with the place of what it adds; see [`pack`].
    waiting: Vec<u128>,
    scores: Vec<Score>,
    /// Moves in order, each once.
    held: Vec<Played>,
    held_max: usize,
    sorter: Sorter<D, NoTail>,
}

impl<D: Disk> Gather<D> {
    /// Gathers within this memory; the rest goes to `disk`.
    pub fn new(disk: D, budget: Budget) -> Gather<D> {
        let held_max = (budget.run_bytes / 2 / HELD_BYTES).max(1);
        let run_bytes = budget.run_bytes / 2;
        let sorter = Sorter::new(disk, NoTail, Budget { run_bytes, ..budget });
        let (waiting, scores, held) = (Vec::new(), Vec::new(), Vec::new());
        Gather { waiting, scores, held, held_max, sorter }
    }

    /// Takes what was counted in a chunk.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn take(&mut self, counted: &Counted) -> io::Result<()> {
        for &(edge, at) in &counted.moves {
            let first = self.scores.len() as u32;
            self.waiting.push(pack(edge, first + at));
        }
        self.scores.extend_from_slice(&counted.scores);
        self.merge_if_many()
    }

    /// Takes moves that were counted elsewhere.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn take_moves(&mut self, moves: &[Played]) -> io::Result<()> {
        for played in moves {
            self.waiting.push(pack(played.edge, self.scores.len() as u32));
            self.scores.push(played.score);
            self.merge_if_many()?;
        }
        Ok(())
    }

    /// All that was taken, each move once, in the order of keys.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn finish(mut self) -> io::Result<Moves> {
        self.merge_waiting()?;
        let (mut held, mut sorted) = (std::mem::take(&mut self.held), None);
        if self.sorter.item_count() > 0 {
            self.lay_down(std::mem::take(&mut held))?;
            sorted = Some(self.sorter.finish()?);
        }
        Ok(Moves { held: held.into_iter(), sorted, next: None })
    }

    fn merge_if_many(&mut self) -> io::Result<()> {
        // In proportion to what is held, so that it is not merged again and again.
        let waiting_max = (self.held.len() / 2).max(WAITING_MIN).min(self.held_max);
        let score_count = self.scores.len() * size_of::<Score>() / size_of::<u128>();
        match self.waiting.len().max(score_count) >= waiting_max {
            true => self.merge_waiting(),
            false => Ok(()),
        }
    }

    /// Merges what waits with what is held.
    fn merge_waiting(&mut self) -> io::Result<()> {
        self.waiting.sort_unstable();
        let mut old = std::mem::take(&mut self.held).into_iter().peekable();
        let is_same = |one: &u128, other: &u128| one >> 32 == other >> 32;
        let new_count = self.waiting.chunk_by(is_same).count();
        self.held.reserve_exact(old.len() + new_count);
        for same in self.waiting.chunk_by(is_same) {
            let (edge, _) = unpack(same[0]);
            let is_before = |played: &Played| order_of(played.edge) < order_of(edge);
            while let Some(played) = old.next_if(is_before) {
                self.held.push(played);
            }
            let known = old.next_if(|played| played.edge == edge);
            let mut played = known.unwrap_or(Played { edge, score: Score::default() });
            for &packed in same {
                played.score.join(&self.scores[unpack(packed).1 as usize]);
            }
            self.held.push(played);
        }
        self.held.extend(old);
        self.waiting.clear();
        self.scores.clear();
        if self.held.len() > self.held_max {
            let held = std::mem::take(&mut self.held);
            self.lay_down(held)?;
        }
        Ok(())
    }

    fn lay_down(&mut self, held: Vec<Played>) -> io::Result<()> {
        let mut load = Vec::with_capacity(SCORE_BYTES);
        for Played { edge, score } in held {
            load.clear();
            score.encode(&mut load);
            self.sorter.push(&key_of(edge), &load)?;
        }
        Ok(())
    }
}

/// One number for a move and the place of what it adds, in the order of keys: no comparison of
/// fields one after the other could be as fast.
fn pack(edge: Edge, at: u32) -> u128 {
    u128::from(edge.key) << 64 | u128::from(edge.mv.raw()) << 32 | u128::from(at)
}

fn unpack(packed: u128) -> (Edge, u32) {
    let edge = Edge { key: (packed >> 64) as u64, mv: Move::from_raw((packed >> 32) as u16) };
    (edge, packed as u32)
}

fn order_of(edge: Edge) -> (u64, u16) {
    (edge.key, edge.mv.raw())
}

fn key_of(edge: Edge) -> [u8; 10] {
    let mut key = [0; 10];
    key[..8].copy_from_slice(&edge.key.to_be_bytes());
    key[8..].copy_from_slice(&edge.mv.raw().to_be_bytes());
    key
}

fn played_of((key, load): (&[u8], &[u8])) -> Option<Played> {
    let (position, mv) = key.split_first_chunk::<8>()?;
    let mv = Move::from_raw(u16::from_be_bytes(mv.try_into().ok()?));
    let edge = Edge { key: u64::from_be_bytes(*position), mv };
    Some(Played { edge, score: Score::decode(load) })
}

/// Moves in the order of keys, each once.
pub struct Moves {
    held: std::vec::IntoIter<Played>,
    /// The moves on disk, if there was not enough memory.
    sorted: Option<Sorted<NoTail>>,
    next: Option<Played>,
}

impl Moves {
    /// The next move.
    ///
    /// # Errors
    /// Those of the disk; there is nothing after them.
    pub fn next_move(&mut self) -> io::Result<Option<Played>> {
        let Some(sorted) = &mut self.sorted else { return Ok(self.held.next()) };
        let mut played = self.next.take();
        loop {
            let Some(item) = sorted.next_item()?.and_then(played_of) else {
                self.sorted = None;
                return Ok(played);
            };
            match &mut played {
                None => played = Some(item),
                Some(played) if played.edge == item.edge => played.score.join(&item.score),
                Some(_) => {
                    self.next = Some(item);
                    return Ok(played);
                }
            }
        }
    }
}
