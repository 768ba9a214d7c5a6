//! The part of a stream that is in memory.

use alloc::vec::Vec;
use std::io::{self, Read};

/// The memory that is taken first.
const BYTES_MIN: usize = 16 * 1024;

/// Bytes of a stream that were read and are not done with.
#[derive(Debug)]
pub(crate) struct Buffer<R> {
    source: R,
    bytes: Vec<u8>,
    /// How long `bytes` may become.
    capacity: usize,
    /// The unprocessed bytes are at `start..end` in `bytes`.
    start: usize,
    end: usize,
    is_over: bool,
    error: Option<io::Error>,
}

impl<R: Read> Buffer<R> {
    /// Where the bytes come from.
    pub(crate) fn source_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// An empty one with capacity for this many bytes. It takes memory as the stream needs it.
    pub(crate) fn new(source: R, capacity: usize) -> Buffer<R> {
        Buffer {
            source,
            bytes: Vec::new(),
            capacity,
            start: 0,
            end: 0,
            is_over: false,
            error: None,
        }
    }

    /// The bytes that are not done with.
    pub(crate) fn window(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Whether the stream ends, or failed, after the window.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether the window fills the buffer.
    pub(crate) fn is_full(&self) -> bool {
        self.end - self.start == self.capacity
    }

    /// The capacity in bytes.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// The first `n` bytes of the window are done with.
    pub(crate) fn consume(&mut self, n: usize) {
        self.start += n;
    }

    /// The last `n` processed bytes, unless the window was refilled since.
    pub(crate) fn consumed(&self, n: usize) -> &[u8] {
        &self.bytes[self.start.saturating_sub(n)..self.start]
    }

    /// Gives the memory away, with the last `n` processed bytes moved to its beginning and nothing
    /// else; the window is copied to new memory, which has space for at least that many bytes.
    pub(crate) fn take_consumed(&mut self, n: usize, capacity: usize) -> Vec<u8> {
        let window = self.window().to_vec();
        self.capacity = capacity.max(window.len());
        let mut text = core::mem::replace(&mut self.bytes, window);
        text.truncate(self.start);
        text.drain(..self.start.saturating_sub(n));
        self.end -= self.start;
        self.start = 0;
        text
    }

    /// Why the stream failed; can be asked only once.
    pub(crate) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// More memory.
    pub(crate) fn grow(&mut self, capacity: usize) {
        self.capacity = capacity;
    }

    /// Reads on, at most this many bytes at once; first moves the window to the front.
    pub(crate) fn refill(&mut self, read_bytes_max: usize) {
        if self.is_over {
            return;
        }
        if self.end == self.bytes.len() {
            // A short text clears no more memory than it needs.
            let len = (2 * self.bytes.len()).max(BYTES_MIN).min(self.capacity);
            self.bytes.resize(len.max(self.end), 0);
        }
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        let stop = self.bytes.len().min(self.end.saturating_add(read_bytes_max));
        match read_some(&mut self.source, &mut self.bytes[self.end..stop]) {
            Ok(0) => self.is_over = true,
            Ok(n) => self.end += n,
            Err(error) => {
                self.error = Some(error);
                self.is_over = true;
            }
        }
    }
}

/// Reads at least one byte unless the stream is over; retries after an interruption.
fn read_some(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
