//! Annotations: what is said about a game and its moves.
//!
//! ```text
//! record    head of 14 bytes, then annotations, each with the number of its move in stored order
//! entry     position i24, type u8, size u16 with these six bytes, data
//! ```
//!
//! Owns: finding the annotations of a move. Knows nothing of: what they mean, files.
//! Standard: none; `docs/formats/chessbase.md`.
//! Start at [`Entries::read`].

use crate::bytes::{Bytes, u24_be_at, u32_be_at};
use crate::finding::Fault;

/// The head of a record.
pub(super) const HEAD_BYTES: usize = 14;

/// One annotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The number of its move in stored order; negative for the whole game.
    pub(super) mv: i32,
    pub(super) kind: u8,
    /// Where the entry begins in the record.
    pub(super) at: u32,
    n_bytes: u16,
}

/// The annotations of a game, in the order of their moves.
#[derive(Debug, Default)]
pub(super) struct Entries {
    entries: Vec<Entry>,
    record: Vec<u8>,
    next: usize,
}

const ENTRY_BYTES: u16 = 6;

impl Entries {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.record.clear();
        self.next = 0;
    }

    /// How many bytes a record has, head included, as its head says.
    pub(super) fn n_bytes(head: &[u8]) -> u32 {
        u32_be_at(head, 10)
    }

    /// The number of the game, as the head says.
    pub(super) fn game(head: &[u8]) -> u32 {
        u24_be_at(head, 0)
    }

    /// Reads a record. What cannot be read is told with its place.
    pub(super) fn read(&mut self, record: &[u8], mut fault: impl FnMut(Fault, usize)) {
        self.clear();
        self.record.extend_from_slice(record);
        let mut bytes = Bytes::new(record);
        let _ = bytes.take(HEAD_BYTES);
        while !bytes.is_empty() {
            let at = bytes.offset();
            let (Some(mv), Some(kind), Some(size)) = (bytes.u24_be(), bytes.u8(), bytes.u16_be())
            else {
                fault(Fault::CutShort, at);
                break;
            };
            let Some(n_bytes) = size.checked_sub(ENTRY_BYTES) else {
                fault(Fault::BadAnnotation { kind }, at);
                break;
            };
            if bytes.take(usize::from(n_bytes)).is_none() {
                fault(Fault::CutShort, at);
                break;
            }
            // Sign extended from 24 bits.
            let mv = ((mv << 8) as i32) >> 8;
            self.entries.push(Entry { mv, kind, at: at as u32, n_bytes });
        }
        if !self.entries.is_sorted_by_key(|entry| entry.mv) {
            self.entries.sort_by_key(|entry| entry.mv);
        }
    }

    /// Goes back to the first annotation.
    pub(super) fn rewind(&mut self) {
        self.next = 0;
    }

    /// The annotations of a move; moves are asked for in stored order. Negative ones are those of
    /// the game.
    pub(super) fn of_move(&mut self, mv: i32) -> std::ops::Range<usize> {
        let start = self.next;
        while self.entries.get(self.next).is_some_and(|entry| entry.mv <= mv) {
            self.next += 1;
        }
        start..self.next
    }

    /// The annotations that no move has asked for.
    pub(super) fn left(&self) -> &[Entry] {
        &self.entries[self.next..]
    }

    pub(super) fn entry(&self, n: usize) -> (Entry, &[u8]) {
        let entry = self.entries[n];
        let start = entry.at as usize + usize::from(ENTRY_BYTES);
        let data = self.record.get(start..start + usize::from(entry.n_bytes));
        (entry, data.unwrap_or_default())
    }

    /// Every annotation with its data.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Entry, &[u8])> {
        (0..self.entries.len()).map(|n| self.entry(n))
    }
}
