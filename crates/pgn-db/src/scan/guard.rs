//! A bound for what must be held in memory at once.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The longest game that the command stores, in bytes: a thousand times the longest that people
/// have written, and still small compared with the memory of a machine. A longer one is skipped.
pub(super) const GAME_BYTES_MAX: u64 = 64 << 20;

/// The text of a source, for the next reader.
#[derive(Clone)]
pub(super) struct SharedText(Arc<Mutex<Box<dyn Read + Send>>>);

impl SharedText {
    pub(super) fn new(from: Box<dyn Read + Send>) -> SharedText {
        SharedText(Arc::new(Mutex::new(from)))
    }
}

impl Read for SharedText {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(output)
    }
}

/// Reads on only while the game that is being read is not too long; then it fails.
pub(super) struct Guard<R> {
    from: R,
    read_bytes: u64,
    game_bytes_max: u64,
    watch: GuardSignal,
}

/// Shared state of the guard and the game cutter. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct GuardSignal {
    /// How many bytes belong to games that are over.
    done_bytes: Arc<AtomicU64>,
    is_too_long: Arc<AtomicBool>,
}

impl GuardSignal {
    /// The number of bytes that belong to finished games.
    pub(super) fn set_done(&self, n: u64) {
        self.done_bytes.store(n, Ordering::Relaxed);
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.is_too_long.load(Ordering::Relaxed)
    }
}

impl<R: Read> Guard<R> {
    pub(super) fn new(from: R, game_bytes_max: u64, watch: GuardSignal) -> Guard<R> {
        Guard { from, read_bytes: 0, game_bytes_max, watch }
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let game_bytes = self.read_bytes - self.watch.done_bytes.load(Ordering::Relaxed);
        if game_bytes >= self.game_bytes_max {
            self.watch.is_too_long.store(true, Ordering::Relaxed);
            return Err(io::Error::other("a game that is too long"));
        }
        // The size of a read depends on buffers; the limit must not.
        let count_max = usize::try_from(self.game_bytes_max - game_bytes).unwrap_or(usize::MAX);
        let count_max = output.len().min(count_max);
        let n = self.from.read(&mut output[..count_max])?;
        self.read_bytes += n as u64;
        Ok(n)
    }
}
