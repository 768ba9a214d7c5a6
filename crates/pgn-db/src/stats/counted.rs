//! The counts of all chunks, in bounded memory.

use std::io;

use super::group::{GroupCounts, Groups, Table};
use super::ranked::{Order, Ranked, Ranking};
use crate::sort::{Budget, Disk, NoTail, Sorter};

/// Counts of several tables.
pub struct Counted<D: Disk> {
    disk: D,
    tables: Vec<TableCounts<D>>,
    byte_count: usize,
    byte_count_max: usize,
    memory: usize,
}

/// The counts of one table.
struct TableCounts<D: Disk> {
    groups: Groups,
    laid_down: Option<Sorter<D, NoTail>>,
}

impl<D: Disk + Clone> Counted<D> {
    /// Empty counts. `memory_bytes` is the memory for groups; the rest goes to `disk`.
    #[must_use]
    pub fn new(tables: &[Table], disk: D, memory_bytes: usize) -> Counted<D> {
        let held = |_: &Table| TableCounts { groups: Groups::default(), laid_down: None };
        let tables = tables.iter().map(held).collect();
        Counted {
            disk,
            tables,
            byte_count: 0,
            byte_count_max: memory_bytes / 2,
            memory: memory_bytes,
        }
    }

    /// Adds the groups of a chunk, as many as there are tables.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn take(&mut self, groups: Vec<Groups>) -> io::Result<()> {
        for (table, groups) in self.tables.iter_mut().zip(groups) {
            let before = table.groups.byte_count();
            table.groups.join(groups);
            self.byte_count += table.groups.byte_count() - before;
        }
        while self.byte_count > self.byte_count_max {
            let largest = self.tables.iter_mut().max_by_key(|table| table.groups.byte_count());
            let Some(largest) = largest else { break };
            self.byte_count -= largest.groups.byte_count();
            let budget = Budget { run_bytes: self.memory / 8, merge_bytes: self.memory / 8 };
            let new = || Sorter::new(self.disk.clone(), NoTail, budget);
            let sorter = largest.laid_down.get_or_insert_with(new);
            lay_down(&mut largest.groups, sorter)?;
        }
        Ok(())
    }

    /// The rows of each table, in an order of its own; groups of fewer than `game_count_min` games
    /// are left out and counted. Tables are given to `take` one after the other, so that the
    /// memory of one is free for the next.
    ///
    /// # Errors
    /// Those of the disk, and of `take`.
    pub fn finish<E: From<io::Error>>(
        self,
        orders: &[Order],
        game_count_min: u64,
        mut take: impl FnMut(usize, Ranked) -> Result<(), E>,
    ) -> Result<(), E> {
        for (idx, (mut table, order)) in self.tables.into_iter().zip(orders).enumerate() {
            let budget = Budget { run_bytes: self.memory / 8, merge_bytes: self.memory / 8 };
            let mut ranking = Ranking::new(self.disk.clone(), budget, *order, game_count_min);
            match table.laid_down.take() {
                None => {
                    for (key, group) in table.groups.drain() {
                        ranking.push(&key, &group)?;
                    }
                }
                Some(mut sorter) => {
                    lay_down(&mut table.groups, &mut sorter)?;
                    join_equal(sorter, |key, group| ranking.push(key, group))?;
                }
            }
            drop(table);
            take(idx, ranking.finish()?)?;
        }
        Ok(())
    }
}

fn lay_down<D: Disk>(groups: &mut Groups, sorter: &mut Sorter<D, NoTail>) -> io::Result<()> {
    let mut load = Vec::new();
    for (key, group) in groups.drain() {
        load.clear();
        group.encode(&mut load);
        sorter.push(&key, &load)?;
    }
    Ok(())
}

/// Gives each key with the sum of all counts that have it.
fn join_equal<D: Disk>(
    sorter: Sorter<D, NoTail>,
    mut take: impl FnMut(&[u8], &GroupCounts) -> io::Result<()>,
) -> io::Result<()> {
    let mut sorted = sorter.finish()?;
    let mut present: Option<(Vec<u8>, GroupCounts)> = None;
    while let Some((key, load)) = sorted.next_item()? {
        let group = GroupCounts::decode(load);
        match &mut present {
            Some((known, sum)) if known == key => sum.join(&group),
            _ => {
                if let Some((known, sum)) = present.replace((key.to_vec(), group)) {
                    take(&known, &sum)?;
                }
            }
        }
    }
    present.map_or(Ok(()), |(known, sum)| take(&known, &sum))
}
