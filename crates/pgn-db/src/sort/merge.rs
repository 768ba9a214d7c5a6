//! Merging runs: the least of their first items comes next (D-42).

use std::cmp::Ordering;
use std::io;

use super::disk::{Extent, RunReader, Store};
use super::{Item, Tail};

pub(super) struct Merge {
    store: Store,
    heads: Vec<MergeHead>,
    /// Indices of the runs that are not over; no run is less than the one above it.
    heap: Vec<usize>,
    has_begun: bool,
}

struct MergeHead {
    reader: RunReader,
    /// Empty until requested.
    tail: Option<Vec<u8>>,
}

impl Merge {
    /// Merges the runs at `extents`; of equal items, those of the first run come first.
    pub(super) fn new(
        store: Store,
        extents: &[Extent],
        read_bytes: usize,
        tail: &mut impl Tail,
    ) -> io::Result<Merge> {
        let head =
            |extent: &Extent| MergeHead { reader: RunReader::new(*extent, read_bytes), tail: None };
        let heads: Vec<MergeHead> = extents.iter().map(head).collect();
        let mut merge = Merge { store, heads, heap: Vec::new(), has_begun: false };
        for run_idx in 0..merge.heads.len() {
            if merge.heads[run_idx].reader.advance(&mut merge.store)? {
                merge.heap.push(run_idx);
            }
        }
        for at in (0..merge.heap.len() / 2).rev() {
            merge.sink(at, tail);
        }
        Ok(merge)
    }

    pub(super) fn next(&mut self, tail: &mut impl Tail) -> io::Result<Option<Item<'_>>> {
        if std::mem::replace(&mut self.has_begun, true)
            && let Some(&top) = self.heap.first()
        {
            let head = &mut self.heads[top];
            head.tail = None;
            if !head.reader.advance(&mut self.store)? {
                self.heap.swap_remove(0);
            }
            self.sink(0, tail);
        }
        Ok(self.heap.first().map(|&top| self.heads[top].reader.item()))
    }

    pub(super) fn into_store(self) -> Store {
        self.store
    }

    /// Lets the run at a place of the heap sink below those that come before it.
    fn sink(&mut self, mut at: usize, tail: &mut impl Tail) {
        loop {
            let mut least = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < self.heap.len() && self.is_before(child, least, tail) {
                    least = child;
                }
            }
            if least == at {
                return;
            }
            self.heap.swap(at, least);
            at = least;
        }
    }

    /// Whether the run at one place of the heap comes before that at another.
    fn is_before(&mut self, one: usize, other: usize, tail: &mut impl Tail) -> bool {
        let (one, other) = (self.heap[one], self.heap[other]);
        let by_key = {
            let [a, b] = [one, other].map(|run_idx| self.heads[run_idx].reader.item().0);
            a.cmp(b)
        };
        let order = by_key.then_with(|| self.compare_tails(one, other, tail)).then(one.cmp(&other));
        order == Ordering::Less
    }

    fn compare_tails(&mut self, one: usize, other: usize, tail: &mut impl Tail) -> Ordering {
        for run_idx in [one, other] {
            let MergeHead { reader, tail: held } = &mut self.heads[run_idx];
            held.get_or_insert_with(|| {
                let mut made = Vec::new();
                tail.push(reader.item().1, &mut made);
                made
            });
        }
        self.heads[one].tail.cmp(&self.heads[other].tail)
    }
}
