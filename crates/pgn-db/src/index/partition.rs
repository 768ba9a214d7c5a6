//! Postings shared out by the first byte of their keys, in bounded memory.
//!
//! Keys are evenly spread, so that each of the 256 partitions is small enough to be sorted where
//! the processor is fast; no merging is needed. What is more than memory allows is laid down.
//!
//! Owns: where postings wait. Knows nothing of: what they mean.
//! Standard: none.
//! Start at [`Partitions`].

use std::io;

use super::posting::{N_PARTITIONS, POSTING_BYTES, Posting};
use crate::sort::{Disk, Scratch};

/// Postings that wait to be sorted.
pub(super) struct Partitions<D> {
    disk: D,
    scratch: Option<Box<dyn Scratch>>,
    scratch_bytes: u64,
    parts: Vec<Part>,
    /// How many are held in memory, and how many may be.
    n_held: usize,
    held_max: usize,
}

#[derive(Default)]
struct Part {
    held: Vec<Posting>,
    /// What was laid down before: where, and how many.
    laid_down: Vec<(u64, usize)>,
    n_postings: usize,
}

impl<D: Disk> Partitions<D> {
    /// Holds about `held_bytes` in memory.
    pub(super) fn new(disk: D, held_bytes: usize) -> Partitions<D> {
        let parts = (0..N_PARTITIONS).map(|_| Part::default()).collect();
        // What a list may have room for and does not use is counted in.
        let held_max = held_bytes / POSTING_BYTES * 2 / 3;
        Partitions { disk, scratch: None, scratch_bytes: 0, parts, n_held: 0, held_max }
    }

    /// Takes postings that are shared out: part `n` from `starts[n]` to `starts[n + 1]`.
    ///
    /// # Errors
    /// Those of the disk.
    pub(super) fn take(&mut self, postings: &[Posting], starts: &[usize]) -> io::Result<()> {
        for (part, range) in self.parts.iter_mut().zip(starts.windows(2)) {
            let new = &postings[range[0]..range[1]];
            part.held.extend_from_slice(new);
            part.n_postings += new.len();
        }
        self.n_held += postings.len();
        if self.n_held > self.held_max { self.lay_down() } else { Ok(()) }
    }

    /// The number of postings in all partitions.
    pub(super) fn n_postings(&self) -> usize {
        self.parts.iter().map(|part| part.n_postings).sum()
    }

    /// The largest number of postings in one.
    pub(super) fn n_largest(&self) -> usize {
        self.parts.iter().map(|part| part.n_postings).max().unwrap_or_default()
    }

    fn lay_down(&mut self) -> io::Result<()> {
        let scratch = match &mut self.scratch {
            Some(scratch) => scratch,
            scratch @ None => scratch.insert(self.disk.scratch()?),
        };
        let mut bytes = Vec::new();
        for part in self.parts.iter_mut().filter(|part| !part.held.is_empty()) {
            bytes.clear();
            bytes.extend(part.held.iter().flat_map(|posting| posting.to_le_bytes()));
            scratch.append(&bytes)?;
            part.laid_down.push((self.scratch_bytes, part.held.len()));
            self.scratch_bytes += bytes.len() as u64;
            part.held.clear();
        }
        self.n_held = 0;
        Ok(())
    }

    /// All postings of a partition, in the order in which they came; the partition is empty then.
    ///
    /// # Errors
    /// Those of the disk.
    pub(super) fn remove(&mut self, number: usize) -> io::Result<Vec<Posting>> {
        let part = std::mem::take(&mut self.parts[number]);
        if part.laid_down.is_empty() {
            return Ok(part.held);
        }
        let mut postings = Vec::with_capacity(part.n_postings);
        let Some(scratch) = &mut self.scratch else { return Ok(part.held) };
        let mut bytes = Vec::new();
        for (offset, n) in part.laid_down {
            bytes.resize(n * POSTING_BYTES, 0);
            read_exact(scratch.as_mut(), offset, &mut bytes)?;
            let (whole, _) = bytes.as_chunks::<POSTING_BYTES>();
            postings.extend(whole.iter().map(|bytes| Posting::from_le_bytes(*bytes)));
        }
        postings.extend_from_slice(&part.held);
        Ok(postings)
    }
}

fn read_exact(scratch: &mut dyn Scratch, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    let mut filled = 0;
    while filled < bytes.len() {
        match scratch.read_at(offset + filled as u64, &mut bytes[filled..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => filled += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
