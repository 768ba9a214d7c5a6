//! Bytes of a stream, item by item, with their offsets (§20.1, §20.3, D-54).

use super::error::{Misread, PgcError};
use super::fault;
use super::item::Width;
use std::io::{BufReader, Read};

/// How much is read at once, in bytes.
const BUFFER_BYTES: usize = 128 << 10;

/// A stream of items. A length is trusted only as far as there are bytes.
#[derive(Debug)]
pub(super) struct Source<R> {
    read: BufReader<R>,
    /// The row that was taken last.
    row: Vec<u8>,
    offset: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(read: R) -> Source<R> {
        let read = BufReader::with_capacity(BUFFER_BYTES, read);
        Source { read, row: Vec::new(), offset: 0 }
    }

    /// Where the next byte is in the stream.
    #[inline]
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next byte; `None` at the end.
    #[inline]
    pub(super) fn byte(&mut self) -> Result<Option<u8>, PgcError> {
        let byte = self.read.by_ref().bytes().next().transpose().map_err(PgcError::Io)?;
        self.offset += u64::from(byte.is_some());
        Ok(byte)
    }

    pub(super) fn int_1(&mut self) -> Result<u8, PgcError> {
        self.byte()?.ok_or_else(|| self.truncated())
    }

    /// A string, or ordinals, of at most 65,535 bytes.
    pub(super) fn row(&mut self, width: Width) -> Result<&[u8], PgcError> {
        self.take(width.n_bytes() as u64)?;
        let len = width.parse_unsigned(&self.row).map_or(0, |(len, _)| len);
        self.take(len)?;
        Ok(&self.row)
    }

    /// Makes the next `n` bytes the row.
    fn take(&mut self, n: u64) -> Result<(), PgcError> {
        self.row.clear();
        let taken = self.read.by_ref().take(n).read_to_end(&mut self.row).map_err(PgcError::Io)?;
        self.offset += taken as u64;
        if taken as u64 == n { Ok(()) } else { Err(self.truncated()) }
    }

    /// The error of data that end too early; its place is their end.
    pub(super) fn truncated(&self) -> PgcError {
        PgcError::Data(Misread { fault: &fault::TRUNCATED_RECORD, offset: self.offset })
    }
}
