//! A bound for what must be held in memory at once.
//!
//! Owns: how long a game may be, and the error when one is longer. Knows nothing of: games.
//! Standard: none.
//! Start at [`Guard`].

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The longest game that the command reads, in bytes: a thousand times the longest that people
/// wrote, and still small beside the memory of a machine.
pub(super) const GAME_BYTES_MAX: u64 = 64 << 20;

/// Reads on only while the game that is being read is not too long.
pub(super) struct Guard<R> {
    from: R,
    read_bytes: u64,
    done_bytes: DoneBytes,
}

/// How many bytes of a source belong to games that are over. Clones share the number: whoever
/// cuts the games sets it, the guard looks at it.
#[derive(Clone, Debug, Default)]
pub(super) struct DoneBytes(Arc<AtomicU64>);

impl DoneBytes {
    pub(super) fn set(&self, n: u64) {
        self.0.store(n, Ordering::Relaxed);
    }
}

impl<R: Read> Guard<R> {
    pub(super) fn new(from: R, done_bytes: DoneBytes) -> Guard<R> {
        Guard { from, read_bytes: 0, done_bytes }
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if self.read_bytes - self.done_bytes.0.load(Ordering::Relaxed) >= GAME_BYTES_MAX {
            let megabytes = GAME_BYTES_MAX >> 20;
            let why = format!("a game of more than {megabytes} MiB, the rest is not read");
            return Err(io::Error::other(why));
        }
        let n = self.from.read(output)?;
        self.read_bytes += n as u64;
        Ok(n)
    }
}
