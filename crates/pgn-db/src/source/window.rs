//! Ways to look at a file: a part of it, its first bytes before the rest, how much was read.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An open file that several readers share, each with its own place in it.
#[derive(Clone, Debug)]
pub(crate) struct SharedFile(Arc<Mutex<fs::File>>);

impl SharedFile {
    pub(crate) fn new(file: fs::File) -> SharedFile {
        SharedFile(Arc::new(Mutex::new(file)))
    }

    pub(crate) fn read_at(&self, offset: u64, output: &mut [u8]) -> io::Result<usize> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read(output)
    }

    pub(crate) fn read_exact_at(&self, offset: u64, output: &mut [u8]) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(output)
    }

    pub(crate) fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)
    }
}

/// The bytes of a file from one offset to another, or to its end if that comes first.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    file: SharedFile,
    at: u64,
    end: u64,
}

impl Window {
    pub(crate) fn new(file: SharedFile, start: u64, len: u64) -> Window {
        Window { file, at: start, end: start.saturating_add(len) }
    }
}

impl Read for Window {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let wanted = output.len().min(left);
        let n = self.file.read_at(self.at, &mut output[..wanted])?;
        self.at += n as u64;
        Ok(n)
    }
}

impl Seek for Window {
    /// Offsets are those of the file, not of the window.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::End(by) => self.end.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let target = target.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        self.at = target.min(self.end);
        Ok(self.at)
    }
}

/// A count that threads add to and others look at, of bytes that were read as a rule. Clones share
/// it.
#[derive(Clone, Debug, Default)]
pub struct SharedCount(Arc<AtomicU64>);

impl SharedCount {
    /// The counts so far.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, n: usize) {
        self.0.fetch_add(n as u64, Ordering::Relaxed);
    }
}

/// Counts what is read, for the source and for the whole run. A terminal, a pipe and a file that
/// grows may give more after their end; a source has one end.
pub(crate) struct Counted<R> {
    from: R,
    source: SharedCount,
    run: SharedCount,
    is_over: bool,
}

impl<R> Counted<R> {
    pub(crate) fn new(from: R, source: &SharedCount, run: &SharedCount) -> Counted<R> {
        Counted { from, source: source.clone(), run: run.clone(), is_over: false }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if self.is_over {
            return Ok(0);
        }
        let n = self.from.read(output)?;
        self.is_over = n == 0 && !output.is_empty();
        self.source.add(n);
        self.run.add(n);
        Ok(n)
    }
}

/// A reader whose first bytes were examined before.
pub(crate) struct Peeked<R> {
    head: Vec<u8>,
    delivered: usize,
    /// Trouble met while looking ahead; it is due after the bytes that came before it.
    io_error: Option<io::Error>,
    from: R,
}

impl<R: Read> Peeked<R> {
    /// Returns the first `wanted` bytes of `from`; fewer if it ends or fails before.
    pub(crate) fn new(mut from: R, wanted: usize) -> Peeked<R> {
        let mut head = vec![0; wanted];
        let mut filled = 0;
        let mut io_error = None;
        while filled < wanted {
            match from.read(&mut head[filled..]) {
                Ok(0) => break,
                Ok(n) => filled += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    io_error = Some(error);
                    break;
                }
            }
        }
        head.truncate(filled);
        Peeked { head, delivered: 0, io_error, from }
    }

    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    /// The trouble, if not a single byte came before it.
    pub(crate) fn early_error(&mut self) -> Option<io::Error> {
        if self.head.is_empty() { self.io_error.take() } else { None }
    }
}

impl<R: Read> Read for Peeked<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let rest = &self.head[self.delivered..];
        if !rest.is_empty() {
            let n = rest.len().min(output.len());
            output[..n].copy_from_slice(&rest[..n]);
            self.delivered += n;
            return Ok(n);
        }
        match self.io_error.take() {
            Some(error) => Err(error),
            None => self.from.read(output),
        }
    }
}
