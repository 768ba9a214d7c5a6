//! Annotations of a game and its moves.

use crate::databases::bytes::{Bytes, u24_be_at, u32_be_at};
use crate::databases::finding::Fault;

pub(crate) const HEAD_BYTES: usize = 14;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The number of its move in stored order; negative for the whole game.
    pub(crate) mv: i32,
    /// The type, and whether its data are those of [`OF_2CBH`].
    pub(crate) kind: u16,
    /// Where the entry begins in the record.
    pub(crate) at: u32,
    /// Where its data are among those of all.
    start: u32,
    n_bytes: u32,
}

impl Entry {
    /// The type, by which findings call it.
    pub(crate) fn code(self) -> u8 {
        self.kind as u8
    }
}

/// Added to a type whose data 2CBH has in a form that is unknown in CBH.
pub(crate) const OF_2CBH: u16 = 0x100;

/// The annotations of a game, in the order of their moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    entries: Vec<Entry>,
    data: Vec<u8>,
    next: usize,
}

const ENTRY_BYTES: u16 = 6;

impl Entries {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.data.clear();
        self.next = 0;
    }

    pub(crate) fn n_bytes(head: &[u8]) -> u32 {
        u32_be_at(head, 10)
    }

    pub(crate) fn game(head: &[u8]) -> u32 {
        u24_be_at(head, 0)
    }

    /// Reads a record. Unreadable parts are reported with their place.
    pub(crate) fn read(&mut self, record: &[u8], mut fault: impl FnMut(Fault, usize)) {
        self.clear();
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
            let Some(data) = bytes.take(usize::from(n_bytes)) else {
                fault(Fault::CutShort, at);
                break;
            };
            // Sign extended from 24 bits.
            let mv = ((mv << 8) as i32) >> 8;
            self.push(mv, kind.into(), at, data);
        }
        self.sort();
    }

    /// Adds an annotation, whose entry begins at `at`.
    pub(crate) fn push(&mut self, mv: i32, kind: u16, at: usize, data: &[u8]) {
        let (start, n_bytes) = (self.data.len() as u32, data.len() as u32);
        self.data.extend_from_slice(data);
        self.entries.push(Entry { mv, kind, at: at as u32, start, n_bytes });
    }

    /// Gives the annotations of moves other numbers; those of moves that are not there keep theirs.
    pub(crate) fn renumber(&mut self, number: impl Fn(usize) -> Option<i32>) {
        for entry in &mut self.entries {
            let known = usize::try_from(entry.mv).ok().and_then(&number);
            entry.mv = known.unwrap_or(entry.mv);
        }
        self.sort();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Puts annotations in the order of their moves.
    fn sort(&mut self) {
        if !self.entries.is_sorted_by_key(|entry| entry.mv) {
            self.entries.sort_by_key(|entry| entry.mv);
        }
    }

    pub(crate) fn rewind(&mut self) {
        self.next = 0;
    }

    /// The annotations of a move; moves must be requested in stored order. Negative numbers are
    /// those of the game.
    pub(crate) fn of_move(&mut self, mv: i32) -> std::ops::Range<usize> {
        let start = self.next;
        while self.entries.get(self.next).is_some_and(|entry| entry.mv <= mv) {
            self.next += 1;
        }
        start..self.next
    }

    /// The annotations that no move has requested.
    pub(crate) fn left(&self) -> &[Entry] {
        &self.entries[self.next..]
    }

    pub(crate) fn entry(&self, n: usize) -> (Entry, &[u8]) {
        let entry = self.entries[n];
        let start = entry.start as usize;
        let data = self.data.get(start..start + entry.n_bytes as usize);
        (entry, data.unwrap_or_default())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Entry, &[u8])> {
        (0..self.entries.len()).map(|n| self.entry(n))
    }
}
