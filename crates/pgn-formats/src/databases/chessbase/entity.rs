//! Players, tournaments, annotators, sources and teams: records that games name by number.
//!
//! The files are search trees; a number leads to its record without them, so that no damage to the
//! trees matters here.

use std::io;

use crate::databases::bytes::i32_le_at;
use crate::databases::part::{ReadAt, Window};

/// The bytes before the fields: the two children and the balance of a search tree.
pub(super) const TREE_BYTES: usize = 9;
/// The left child of a record that was deleted.
const DELETED: i32 = -999;
const BLOCK_BYTES: usize = 16 << 10;
/// The longest record that is read; those of known versions have 1608 bytes at most.
const RECORD_BYTES_MAX: i32 = 4096;

#[derive(Clone, Debug)]
pub(super) struct Entities<P> {
    window: Window<P>,
    header_bytes: u64,
    record_bytes: usize,
    n_records: i64,
}

impl<P: ReadAt> Entities<P> {
    /// Says besides whether the header is sound. `n_data` is how many bytes of fields are read.
    pub(super) fn open(part: Option<P>, n_data: usize) -> io::Result<(Entities<P>, bool)> {
        let mut window = Window::new(part, BLOCK_BYTES)?;
        let header = window.bytes(0, 28)?;
        let (n_records, data_bytes) = (i32_le_at(header, 0), i32_le_at(header, 12));
        let is_sound = header.len() == 28
            && i32_le_at(header, 8) == 1_234_567_890
            && (n_data as i32..=RECORD_BYTES_MAX).contains(&data_bytes)
            && (0..=64).contains(&i32_le_at(header, 24));
        let extra = i32_le_at(header, 24).clamp(0, 64) as u64;
        // A damaged header does not hide the records: their size is that of all known versions.
        let data_bytes = if is_sound { data_bytes as usize } else { n_data };
        let record_bytes = TREE_BYTES + data_bytes;
        let is_sound = is_sound || !window.is_there();
        let header_bytes = 28 + extra;
        let capacity = window.n_bytes().saturating_sub(header_bytes) / record_bytes as u64;
        let n_records =
            if is_sound { i64::from(n_records).min(capacity as i64) } else { capacity as i64 };
        Ok((Entities { window, header_bytes, record_bytes, n_records }, is_sound))
    }

    pub(super) fn is_there(&self) -> bool {
        self.window.is_there()
    }

    /// The fields of a record; `None` if there is none, or a deleted one.
    pub(super) fn fields(&mut self, id: i64) -> io::Result<Option<&[u8]>> {
        if !(0..self.n_records).contains(&id) {
            return Ok(None);
        }
        let offset = self.header_bytes + id as u64 * self.record_bytes as u64;
        let n_bytes = self.record_bytes;
        let record = self.window.bytes(offset, n_bytes)?;
        if record.len() < n_bytes || i32_le_at(record, 0) == DELETED {
            return Ok(None);
        }
        Ok(Some(&record[TREE_BYTES..]))
    }
}
