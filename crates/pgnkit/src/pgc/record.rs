//! Bytes of a stream, item by item, and where they stand.
//!
//! Owns: the buffer and the offset. Knows nothing of: what the items mean.
//! Standard: §20.1, §20.3. Decisions: D-54.
//! Start at [`Source`].

use super::error::{Error, Misread};
use super::fault;
use super::item::Width;
use std::io::{self, Read};

/// Room for the longest row of bytes that a marker announces, and then some.
const BUFFER_BYTES: usize = 128 << 10;
const _: () = assert!(BUFFER_BYTES > Width::Two.max() as usize);

/// A stream of items. A length is believed only as far as bytes come: the buffer never grows.
#[derive(Debug)]
pub(super) struct Source<R> {
    read: R,
    buffer: Vec<u8>,
    /// What of the buffer was taken, and what of it is filled.
    at: usize,
    end: usize,
    /// Where in the stream the buffer begins.
    start: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(read: R) -> Source<R> {
        Source { read, buffer: Vec::new(), at: 0, end: 0, start: 0 }
    }

    /// Where the next byte stands in the stream.
    #[inline]
    pub(super) fn offset(&self) -> u64 {
        self.start + self.at as u64
    }

    /// The next byte; `None` at the end.
    #[inline]
    pub(super) fn byte(&mut self) -> Result<Option<u8>, Error> {
        if self.at == self.end && !self.has(1)? {
            return Ok(None);
        }
        self.at += 1;
        Ok(self.buffer.get(self.at - 1).copied())
    }

    /// An int-1.
    pub(super) fn int_1(&mut self) -> Result<u8, Error> {
        self.byte()?.ok_or_else(|| self.truncated())
    }

    /// A string, or ordinals, of at most 65,535 bytes.
    #[inline]
    pub(super) fn row(&mut self, width: Width) -> Result<&[u8], Error> {
        if !self.has(width.n_bytes())? {
            return Err(self.truncated());
        }
        let length = width.parse_unsigned(&self.buffer[self.at..self.end]);
        let len = length.map_or(usize::MAX, |(len, _)| len as usize);
        self.at += width.n_bytes();
        if !self.has(len)? {
            return Err(self.truncated());
        }
        self.at += len;
        Ok(&self.buffer[self.at - len..self.at])
    }

    /// The error of data that end too early; its place is their end.
    pub(super) fn truncated(&self) -> Error {
        let offset = self.start + self.end as u64;
        Error::Data(Misread { fault: &fault::TRUNCATED_RECORD, offset })
    }

    /// Whether so many bytes are there. They stand in the buffer then, in one piece.
    #[inline]
    fn has(&mut self, n: usize) -> Result<bool, Error> {
        Ok(self.end - self.at >= n || (n <= BUFFER_BYTES && self.fill(n)?))
    }

    #[cold]
    fn fill(&mut self, n: usize) -> Result<bool, Error> {
        self.buffer.resize(BUFFER_BYTES, 0);
        self.buffer.copy_within(self.at..self.end, 0);
        self.start += self.at as u64;
        (self.at, self.end) = (0, self.end - self.at);
        while self.end < n {
            match self.read.read(&mut self.buffer[self.end..]) {
                Ok(0) => return Ok(false),
                Ok(more) => self.end = (self.end + more).min(BUFFER_BYTES),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Io(error)),
            }
        }
        Ok(true)
    }
}
