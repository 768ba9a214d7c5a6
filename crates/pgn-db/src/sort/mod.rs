//! Sorting what is larger than memory: sorted runs on the disk, merged (D-42).
//!
//! ```text
//! items ─ run ──────────────────────────────── sorted            all fits into memory
//!       ─ run ─ sort ─ disk ─┐
//!       ─ run ─ sort ─ disk ─┼─ merge ─┬────── sorted            few runs
//!       ─ run ─ sort ─ disk ─┘         └ disk ─ merge …          more than can be merged at once
//! ```
//!
//! Items are a key and a load, both bytes. Equal keys may be distinguished by a tail, which is only
//! requested then; items that are completely equal stay in input order.
//!
//! Start at [`Sorter`].

mod disk;
mod merge;
mod run;

#[cfg(test)]
mod tests;

use std::io;

pub use disk::{Disk, Folder, Scratch};

use disk::{Extent, Store};
use merge::Merge;
use run::{ItemPlace, Run};

/// Distinguishes items with equal keys.
pub trait Tail {
    /// Appends the rest of the key of an item, given its load. Called if two keys are equal, and
    /// perhaps more than once for an item.
    fn push(&mut self, load: &[u8], tail: &mut Vec<u8>);
}

/// Equal keys are equal items.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTail;

impl Tail for NoTail {
    fn push(&mut self, _: &[u8], _: &mut Vec<u8>) {}
}

/// How much memory sorting may take, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The memory for items before they are sorted and written to disk. A single item may be
    /// larger.
    pub run_bytes: usize,
    /// The memory for reading ahead while merging, for all runs together.
    pub merge_bytes: usize,
}

/// The minimum amount to read ahead of a run at once, in bytes: less makes a disk seek for nothing.
const READ_BYTES_MIN: usize = 32 << 10;

/// The most that is read ahead of a run at once, in bytes.
const READ_BYTES_MAX: usize = 1 << 20;

impl Budget {
    /// The budget of each of two sorters that share this one.
    #[must_use]
    pub fn halved(self) -> Budget {
        Budget { run_bytes: self.run_bytes / 2, merge_bytes: self.merge_bytes / 2 }
    }

    /// How many runs are merged at once, and how many bytes are read ahead of each of `run_count`.
    fn merge(self, run_count: usize) -> (usize, usize) {
        let runs_max = (self.merge_bytes / READ_BYTES_MIN).max(2);
        let read_bytes = self.merge_bytes / run_count.min(runs_max).max(1);
        (runs_max, read_bytes.clamp(READ_BYTES_MIN.min(self.merge_bytes.max(64)), READ_BYTES_MAX))
    }
}

/// Takes items in any order and gives them back sorted.
pub struct Sorter<D: Disk, T> {
    disk: D,
    tail: T,
    budget: Budget,
    run: Run,
    store: Option<Store>,
    extents: Vec<Extent>,
    item_count: u64,
}

impl<D: Disk, T: Tail> Sorter<D, T> {
    /// A sorter that lays runs down on `disk`, if it must.
    pub fn new(disk: D, tail: T, budget: Budget) -> Sorter<D, T> {
        let run = Run::default();
        Sorter { disk, tail, budget, run, store: None, extents: Vec::new(), item_count: 0 }
    }

    /// Takes an item.
    ///
    /// # Errors
    /// Errors of the disk, when a run is written.
    pub fn push(&mut self, key: &[u8], load: &[u8]) -> io::Result<()> {
        if !self.run.is_empty()
            && self.run.byte_count() + Run::cost(key, load) > self.budget.run_bytes
        {
            self.lay_down()?;
        }
        self.item_count += 1;
        self.run.push(key, load);
        Ok(())
    }

    /// Number of items taken.
    pub fn item_count(&self) -> u64 {
        self.item_count
    }

    /// Ends the input; returns the items in order.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn finish(mut self) -> io::Result<Sorted<T>> {
        if self.extents.is_empty() {
            let places = self.run.sort(&mut self.tail, self.budget.run_bytes / 4);
            let held = InMemoryRun { run: self.run, places, at: 0 };
            return Ok(Sorted { tail: self.tail, stage: SortStage::Held(held) });
        }
        if !self.run.is_empty() {
            self.lay_down()?;
        }
        self.run = Run::default();
        let (runs_max, _) = self.budget.merge(self.extents.len());
        while self.extents.len() > runs_max {
            self.merge_some(runs_max)?;
        }
        let (_, read_bytes) = self.budget.merge(self.extents.len());
        let Some(store) = self.store.take() else { return Err(lost()) };
        let merge = Merge::new(store, &self.extents, read_bytes, &mut self.tail)?;
        Ok(Sorted { tail: self.tail, stage: SortStage::Merge(Box::new(merge)) })
    }

    /// Sorts what was gathered and lays it down as a run.
    fn lay_down(&mut self) -> io::Result<()> {
        let places = self.run.sort(&mut self.tail, self.budget.run_bytes / 4);
        let store = match &mut self.store {
            Some(store) => store,
            store @ None => store.insert(Store::new(self.disk.scratch()?)),
        };
        store.begin();
        for place in &places {
            let (key, load) = self.run.item(place);
            store.push(key, load)?;
        }
        self.extents.push(store.end()?);
        drop(places);
        self.run.clear();
        Ok(())
    }

    /// Merges each `runs_max` neighbors into one. Neighbors, because of equal items the one in the
    /// earlier run comes first.
    fn merge_some(&mut self, runs_max: usize) -> io::Result<()> {
        let Some(mut old) = self.store.take() else { return Err(lost()) };
        let mut new = Store::new(self.disk.scratch()?);
        let mut extents = Vec::new();
        for group in self.extents.chunks(runs_max) {
            let (_, read_bytes) = self.budget.merge(group.len());
            let mut merge = Merge::new(old, group, read_bytes, &mut self.tail)?;
            new.begin();
            while let Some((key, load)) = merge.next(&mut self.tail)? {
                new.push(key, load)?;
            }
            extents.push(new.end()?);
            old = merge.into_store();
        }
        self.store = Some(new);
        self.extents = extents;
        Ok(())
    }
}

fn lost() -> io::Error {
    io::Error::other("a sorted run has no store; this is a bug in the program")
}

/// Items in order.
pub struct Sorted<T> {
    tail: T,
    stage: SortStage,
}

enum SortStage {
    Held(InMemoryRun),
    Merge(Box<Merge>),
}

/// A single run, which never left memory.
struct InMemoryRun {
    run: Run,
    places: Vec<ItemPlace>,
    at: usize,
}

/// An item: its key and its load.
pub type Item<'a> = (&'a [u8], &'a [u8]);

impl<T: Tail> Sorted<T> {
    /// The next item.
    ///
    /// # Errors
    /// Errors of the disk; nothing follows them.
    pub fn next_item(&mut self) -> io::Result<Option<Item<'_>>> {
        match &mut self.stage {
            SortStage::Held(held) => {
                let place = held.places.get(held.at);
                held.at += 1;
                Ok(place.map(|place| held.run.item(place)))
            }
            SortStage::Merge(merge) => merge.next(&mut self.tail),
        }
    }
}
