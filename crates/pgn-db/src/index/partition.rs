//! Postings that wait, and how they are put in order.
//!
//! Each chunk distributes its postings by the first byte of their keys while they are in the
//! nearest caches, and they stay there until a segment is written: nothing is copied while games
//! are read. A partition is then sorted by the next two bytes, one after the other, which leaves
//! few comparisons, because keys are evenly distributed.

use std::sync::{Arc, Mutex, PoisonError};

use super::posting::{N_PARTITIONS, POSTING_BYTES, PartitionedPostings, Posting, key_of};

/// Memory is reused: the system clears returned memory page by page when it is allocated again,
/// which costs as much as the sorting.
#[derive(Clone, Debug, Default)]
pub(super) struct PostingPool(Arc<Mutex<Vec<Vec<Posting>>>>);

impl PostingPool {
    /// Memory for postings; whatever is in it.
    pub(super) fn take(&self) -> Vec<Posting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn give(&self, pool: impl Iterator<Item = Vec<Posting>>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(pool);
    }
}

pub(super) struct Partitions {
    pool: PostingPool,
    chunks: Vec<PartitionedPostings>,
    posting_count: usize,
    byte_count: usize,
    lens: [usize; N_PARTITIONS],
}

impl Partitions {
    /// None; the memory of later ones goes to `pool` in the end.
    pub(super) fn new(pool: PostingPool) -> Partitions {
        let (chunks, lens) = (Vec::new(), [0; N_PARTITIONS]);
        Partitions { pool, chunks, posting_count: 0, byte_count: 0, lens }
    }

    /// Takes those of a chunk, which come after all others.
    pub(super) fn take(&mut self, chunk: PartitionedPostings) {
        self.posting_count += chunk.len();
        self.byte_count += chunk.capacity() * POSTING_BYTES;
        for (number, len) in self.lens.iter_mut().enumerate() {
            *len += chunk.part(number).len();
        }
        self.chunks.push(chunk);
    }

    pub(super) fn posting_count(&self) -> usize {
        self.posting_count
    }

    pub(super) fn byte_count(&self) -> usize {
        self.byte_count
    }

    /// The largest number of postings in one.
    pub(super) fn largest_len(&self) -> usize {
        self.lens.iter().copied().max().unwrap_or_default()
    }

    /// The postings of a partition sorted by their keys; equal keys keep their order. They are in
    /// `to`; `spare` is working memory.
    pub(super) fn sorted(&self, number: usize, spare: &mut Vec<Posting>, to: &mut Vec<Posting>) {
        const SECOND_BYTE: u32 = 112;
        const THIRD_BYTE: u32 = 104;
        let parts = || self.chunks.iter().map(|chunk| chunk.part(number));
        let (mut seconds, mut thirds) = ([0u32; 256], [0u32; 256]);
        for &posting in parts().flatten() {
            seconds[(posting >> SECOND_BYTE) as usize & 255] += 1;
            thirds[(posting >> THIRD_BYTE) as usize & 255] += 1;
        }
        spare.resize(self.lens[number], 0);
        to.resize(self.lens[number], 0);
        scatter(parts().flatten(), THIRD_BYTE, thirds, spare);
        scatter(spare.iter(), SECOND_BYTE, seconds, to);
        sort_within_prefixes(to);
    }
}

impl Drop for Partitions {
    fn drop(&mut self) {
        self.pool.give(self.chunks.drain(..).map(PartitionedPostings::into_buffer));
    }
}

/// Sorts postings by a byte, and keeps the order of equal ones. `counts` has the frequency of each
/// byte.
fn scatter<'p>(
    from: impl Iterator<Item = &'p Posting>,
    shift: u32,
    mut counts: [u32; 256],
    to: &mut [Posting],
) {
    let mut before = 0;
    for count in &mut counts {
        before += std::mem::replace(count, before);
    }
    for &posting in from {
        let at = &mut counts[(posting >> shift) as usize & 255];
        to[*at as usize] = posting;
        *at += 1;
    }
}

/// Puts postings in the order of their keys that are in the order of the first 24 bits of them.
fn sort_within_prefixes(postings: &mut [Posting]) {
    let begin_of = |posting: Posting| posting >> 104;
    let mut at = 1;
    while at < postings.len() {
        if key_of(postings[at - 1]) <= key_of(postings[at]) {
            at += 1;
            continue;
        }
        let begin = begin_of(postings[at]);
        let is_same = |posting: &&Posting| begin_of(**posting) == begin;
        let from = at - postings[..at].iter().rev().take_while(is_same).count();
        let to = at + postings[at..].iter().take_while(is_same).count();
        postings[from..to].sort_by_key(|posting| key_of(*posting));
        at = to;
    }
}

#[cfg(test)]
mod tests {
    use super::super::posting::posting;
    use super::*;

    #[test]
    fn postings_come_in_the_order_of_keys_and_games() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        let mut all = Vec::new();
        let mut partitions = Partitions::new(PostingPool::default());
        for chunk in 0..20 {
            let of_chunk: Vec<Posting> = (0..next() % 500)
                .map(|n| {
                    // Some keys again and again, some that differ in their last bits only.
                    let key = match next() % 4 {
                        0 => 0x0102_0304_0506_0708,
                        1 => 0x0102_0300_0000_0000 | (next() % 4),
                        2 => (next() << 62) | ((next() % 3) << 48),
                        _ => (next() << 33) | next(),
                    };
                    posting(key, next() as u16, next() as u16, chunk * 1000 + n as u32)
                })
                .collect();
            all.extend_from_slice(&of_chunk);
            partitions.take(PartitionedPostings::of(&of_chunk, vec![9; next() as usize % 300]));
        }
        assert_eq!(partitions.posting_count(), all.len());
        all.sort_by_key(|posting| key_of(*posting));
        let (mut spare, mut to, mut found) = (vec![1; 99], Vec::new(), Vec::new());
        for number in 0..N_PARTITIONS {
            partitions.sorted(number, &mut spare, &mut to);
            assert!(to.len() <= partitions.largest_len());
            found.extend_from_slice(&to);
        }
        assert!(found == all);
    }
}
