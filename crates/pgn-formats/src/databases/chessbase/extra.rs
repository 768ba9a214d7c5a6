//! More about games: teams, and offsets in files of more than four gigabytes.

use std::io;

use crate::databases::bytes::{Bytes, i32_le_at};
use crate::databases::part::{ReadAt, Window};

const HEADER_BYTES: u64 = 32;

/// The file, which may be missing.
#[derive(Clone, Debug)]
pub(super) struct Extra<P> {
    window: Window<P>,
    record_bytes: u64,
}

impl<P: ReadAt> Extra<P> {
    pub(super) fn open(mut window: Window<P>) -> io::Result<Extra<P>> {
        let header = window.bytes(0, HEADER_BYTES as usize)?;
        let record_bytes = i32_le_at(header, 4).clamp(0, 4096) as u64;
        Ok(Extra { window, record_bytes })
    }

    fn field(&mut self, number: u32, offset: u64, n: usize) -> io::Result<Bytes<'_>> {
        if offset + n as u64 > self.record_bytes {
            return Ok(Bytes::new(&[]));
        }
        let record = HEADER_BYTES + u64::from(number.saturating_sub(1)) * self.record_bytes;
        Ok(Bytes::new(self.window.bytes(record + offset, n)?))
    }

    /// The teams of White and Black; −1 is none.
    pub(super) fn teams(&mut self, number: u32) -> io::Result<[i32; 2]> {
        let mut bytes = self.field(number, 0, 8)?;
        let mut team = || bytes.u32_be().map_or(-1, |team| team as i32);
        Ok([team(), team()])
    }

    /// Where the moves of a game begin, in a file of that size.
    pub(super) fn moves(&mut self, number: u32, low: u32, n_bytes: u64) -> io::Result<u64> {
        self.wide(number, 30, low, n_bytes)
    }

    /// Where the annotations of a game begin, in a file of that size.
    pub(super) fn annotations(&mut self, number: u32, low: u32, n_bytes: u64) -> io::Result<u64> {
        self.wide(number, 12, low, n_bytes)
    }

    fn wide(&mut self, number: u32, offset: u64, low: u32, n_bytes: u64) -> io::Result<u64> {
        if n_bytes <= u64::from(u32::MAX) {
            return Ok(low.into());
        }
        let mut bytes = self.field(number, offset, 8)?;
        let (Some(high), Some(same)) = (bytes.u32_be(), bytes.u32_be()) else {
            return Ok(low.into());
        };
        Ok(if same == low { u64::from(high) << 32 | u64::from(low) } else { low.into() })
    }
}
