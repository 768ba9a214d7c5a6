//! The counts of all chunks, gathered in bounded memory.
//!
//! ```text
//! counts ─ map ─ (full?) ─ sorter ─ sorted runs ─ merged: equal moves summed up
//! ```
//!
//! Owns: the map and when it is laid down. Knows nothing of: games.
//! Standard: none.
//! Start at [`Gather`].

use super::count::Scores;
use super::score::{SCORE_BYTES, Score};
use super::{Edge, Played};
use crate::sort::{Budget, Disk, NoTail, Sorted, Sorter};
use pgnkit::chess::Move;
use std::io;

/// What an entry of a full map takes, in bytes, while the map grows: the old table beside the new.
const ENTRY_BYTES: usize = 3 * (size_of::<(Edge, Score)>() + 1);

/// Takes scores of moves in any order.
pub struct Gather<D: Disk> {
    scores: Scores,
    entries_max: usize,
    sorter: Sorter<D, NoTail>,
}

impl<D: Disk> Gather<D> {
    /// Gathers within this memory; what is more is laid down on `disk`.
    pub fn new(disk: D, budget: Budget) -> Gather<D> {
        let entries_max = (budget.run_bytes / 2 / ENTRY_BYTES).max(1);
        let run_bytes = budget.run_bytes / 2;
        let sorter = Sorter::new(disk, NoTail, Budget { run_bytes, ..budget });
        Gather { scores: Scores::default(), entries_max, sorter }
    }

    /// Takes some.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn take(&mut self, moves: &[Played]) -> io::Result<()> {
        for played in moves {
            if self.scores.len() >= self.entries_max && !self.scores.contains_key(&played.edge) {
                self.lay_down()?;
            }
            self.scores.entry(played.edge).or_default().join(&played.score);
        }
        Ok(())
    }

    /// All that was taken, each move once, in the order of keys.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn finish(mut self) -> io::Result<Moves> {
        self.lay_down()?;
        self.scores = Scores::default();
        Ok(Moves { sorted: self.sorter.finish()?, next: None, is_over: false })
    }

    fn lay_down(&mut self) -> io::Result<()> {
        let mut load = Vec::with_capacity(SCORE_BYTES);
        for (edge, score) in self.scores.drain() {
            load.clear();
            score.encode(&mut load);
            self.sorter.push(&key_of(edge), &load)?;
        }
        Ok(())
    }
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
    sorted: Sorted<NoTail>,
    next: Option<Played>,
    is_over: bool,
}

impl Moves {
    /// The next move.
    ///
    /// # Errors
    /// Those of the disk; there is nothing behind them.
    pub fn next_move(&mut self) -> io::Result<Option<Played>> {
        let mut played = self.next.take();
        while !self.is_over {
            let Some(item) = self.sorted.next_item()?.and_then(played_of) else {
                self.is_over = true;
                break;
            };
            match &mut played {
                None => played = Some(item),
                Some(played) if played.edge == item.edge => played.score.join(&item.score),
                Some(_) => {
                    self.next = Some(item);
                    break;
                }
            }
        }
        Ok(played)
    }
}
