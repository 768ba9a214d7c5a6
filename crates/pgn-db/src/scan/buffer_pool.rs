//! A pool of buffers that are used again.
//!
//! The system clears returned memory page by page when it is allocated again, which costs a tenth
//! of the time for checking the text.

use std::io::{self, Read};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

/// How many buffers wait at most, and how large they are, in bytes.
const N_BUFFERS_MAX: usize = 16;
const BUFFER_BYTES_MAX: usize = 2 << 20;

/// Unused buffers. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct BufferPool(Arc<Mutex<Vec<Vec<u8>>>>);

impl BufferPool {
    /// An empty buffer.
    #[must_use]
    pub fn buffer(&self) -> Buffer {
        let mut buffer = self.used();
        buffer.clear();
        buffer
    }

    pub(super) fn text(&self) -> Text {
        Text { buffer: self.used(), len: 0 }
    }

    /// A buffer with what is in it.
    fn used(&self) -> Buffer {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Buffer { bytes: bytes.unwrap_or_default(), pool: self.clone() }
    }
}

/// Bytes whose memory returns to its pool.
#[derive(Debug, Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    pool: BufferPool,
}

impl Deref for Buffer {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if (1..=BUFFER_BYTES_MAX).contains(&self.bytes.capacity()) {
            let mut buffers = self.pool.0.lock().unwrap_or_else(PoisonError::into_inner);
            if buffers.len() < N_BUFFERS_MAX {
                buffers.push(std::mem::take(&mut self.bytes));
            }
        }
    }
}

/// The text of a chunk.
#[derive(Debug)]
pub struct Text {
    /// The text, followed by the previous contents, so that nothing needs to be cleared before
    /// reading.
    buffer: Buffer,
    len: usize,
}

impl Text {
    /// Reads `n` more bytes, fewer only if `from` ends or fails; the bytes read until then are
    /// kept.
    pub(super) fn read_more(&mut self, from: &mut impl Read, n: usize) -> io::Result<usize> {
        let (begin, end) = (self.len, self.len + n);
        if self.buffer.len() < end {
            self.buffer.resize(end, 0);
        }
        while self.len < end {
            match from.read(&mut self.buffer[self.len..end]) {
                Ok(0) => break,
                Ok(n) => self.len += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.len - begin)
    }

    pub(super) fn reserve(&mut self, n: usize) {
        self.buffer.truncate(self.len);
        self.buffer.reserve(n);
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        match self.buffer.get_mut(self.len..end) {
            Some(spare) => spare.copy_from_slice(bytes),
            None => {
                self.buffer.truncate(self.len);
                self.buffer.extend_from_slice(bytes);
            }
        }
        self.len = end;
    }

    pub(super) fn put_before(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let held = self.buffer.len();
        self.buffer.splice(..0, bytes.iter().copied());
        self.len += bytes.len();
        // The previous contents stay initialized for the next read, and do not grow.
        self.buffer.truncate(held.max(self.len));
    }

    /// The text without its place in the pool.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        self.buffer.truncate(self.len);
        std::mem::take(&mut *self.buffer)
    }

    /// Puts a text that is held already in the place of an empty one.
    pub(super) fn set_bytes(&mut self, bytes: Vec<u8>) {
        self.len = bytes.len();
        *self.buffer = bytes;
    }

    /// Keeps the first `len` bytes.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.buffer[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_comes_back_ready_to_be_read_into() {
        let pool = BufferPool::default();
        for left in [&b""[..], b"left"] {
            let mut text = pool.text();
            text.read_more(&mut &b"1. e4 *"[..], 4096).unwrap();
            text.put_before(left);
            assert_eq!(*text, [left, b"1. e4 *"].concat());
            drop(text);
            assert_eq!(pool.text().buffer.len(), 4096, "nothing must be cleared again");
        }
    }
}
