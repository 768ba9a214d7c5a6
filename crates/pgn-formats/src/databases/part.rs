//! The files of a database, as bytes that can be read at any place.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes that can be read at any place.
///
/// ```
/// use std::io::Cursor;
///
/// use pgn_formats::databases::{ReadAt, Seekable};
///
/// let mut part = Seekable::new(Cursor::new(b"moves".to_vec()));
/// assert_eq!(part.n_bytes()?, 5);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait ReadAt {
    /// How many bytes there are.
    ///
    /// # Errors
    /// If the source of the bytes cannot determine it.
    fn n_bytes(&mut self) -> io::Result<u64>;

    /// Reads bytes from `offset` on; returns how many, 0 only at the end.
    ///
    /// # Errors
    /// When they cannot be read.
    fn read_at(&mut self, offset: u64, output: &mut [u8]) -> io::Result<usize>;
}

impl ReadAt for &[u8] {
    fn n_bytes(&mut self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&mut self, offset: u64, output: &mut [u8]) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(self.len());
        let n = output.len().min(self.len() - start);
        output[..n].copy_from_slice(&self[start..start + n]);
        Ok(n)
    }
}

impl ReadAt for Vec<u8> {
    fn n_bytes(&mut self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&mut self, offset: u64, output: &mut [u8]) -> io::Result<usize> {
        self.as_slice().read_at(offset, output)
    }
}

impl ReadAt for Arc<Vec<u8>> {
    fn n_bytes(&mut self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&mut self, offset: u64, output: &mut [u8]) -> io::Result<usize> {
        self.as_slice().read_at(offset, output)
    }
}

/// Anything that reads and seeks, as a part. Clones share it.
///
/// ```
/// use std::io::Cursor;
///
/// use pgn_formats::databases::{ReadAt, Seekable};
///
/// let mut part = Seekable::new(Cursor::new(b"games".to_vec()));
/// assert_eq!(part.n_bytes()?, 5);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Seekable<T>(Arc<Mutex<T>>);

impl<T> Seekable<T> {
    /// The contents of `from`, from its start.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use pgn_formats::databases::Seekable;
    ///
    /// let part = Seekable::new(Cursor::new(Vec::<u8>::new()));
    /// let same_file = part.clone();
    /// # let _ = same_file;
    /// ```
    pub fn new(from: T) -> Seekable<T> {
        Seekable(Arc::new(Mutex::new(from)))
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Clone for Seekable<T> {
    fn clone(&self) -> Seekable<T> {
        Seekable(Arc::clone(&self.0))
    }
}

impl<T: Read + Seek> ReadAt for Seekable<T> {
    fn n_bytes(&mut self) -> io::Result<u64> {
        self.lock().seek(SeekFrom::End(0))
    }

    fn read_at(&mut self, offset: u64, output: &mut [u8]) -> io::Result<usize> {
        let mut from = self.lock();
        from.seek(SeekFrom::Start(offset))?;
        loop {
            match from.read(output) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }
}

/// A part that is read in blocks, of which the last is kept.
///
/// A part that is not there is empty.
#[derive(Clone, Debug)]
pub(crate) struct Window<P> {
    part: Option<P>,
    n_bytes: u64,
    block: Vec<u8>,
    /// The place of the block in the part.
    start: u64,
    block_bytes: usize,
}

impl<P: ReadAt> Window<P> {
    pub(crate) fn new(mut part: Option<P>, block_bytes: usize) -> io::Result<Window<P>> {
        let n_bytes = part.as_mut().map_or(Ok(0), P::n_bytes)?;
        Ok(Window { part, n_bytes, block: Vec::new(), start: 0, block_bytes })
    }

    pub(crate) fn is_there(&self) -> bool {
        self.part.is_some()
    }

    pub(crate) fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The `n` bytes from `offset` on, or as many of them as there are.
    pub(crate) fn bytes(&mut self, offset: u64, n: usize) -> io::Result<&[u8]> {
        let end = offset.saturating_add(n as u64).min(self.n_bytes);
        if offset >= end {
            return Ok(&[]);
        }
        let is_held = offset >= self.start && end <= self.start + self.block.len() as u64;
        if !is_held {
            let n_block = n.max(self.block_bytes) as u64;
            self.fill(offset, n_block.min(self.n_bytes - offset) as usize)?;
        }
        let from = (offset - self.start) as usize;
        let to = ((end - self.start) as usize).min(self.block.len());
        Ok(self.block.get(from..to).unwrap_or_default())
    }

    fn fill(&mut self, offset: u64, n: usize) -> io::Result<()> {
        self.start = offset;
        self.block.clear();
        self.block.resize(n, 0);
        let mut n_read = 0;
        if let Some(part) = &mut self.part {
            while n_read < n {
                match part.read_at(offset + n_read as u64, &mut self.block[n_read..])? {
                    0 => break,
                    more => n_read += more.min(n - n_read),
                }
            }
        }
        self.block.truncate(n_read);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_at(bytes: &[u8], part: impl ReadAt + Clone) {
        let mut window = Window::new(Some(part), 16).unwrap();
        let mut other = window.clone();
        for (offset, n) in [(0, 4), (2, 14), (10, 40), (90, 20), (100, 1), (u64::MAX, 9), (5, 0)] {
            let from = (offset as usize).min(100);
            let expected = &bytes[from..(from + n).min(100)];
            assert_eq!(window.bytes(offset, n).unwrap(), expected, "{offset} {n}");
            assert_eq!(other.bytes(0, 1).unwrap(), [0], "each has its own block");
        }
    }

    #[test]
    fn a_window_gives_what_is_there() {
        let bytes: Vec<u8> = (0..100).collect();
        look_at(&bytes, bytes.clone());
        look_at(&bytes, Arc::new(bytes.clone()));
        look_at(&bytes, Seekable::new(io::Cursor::new(bytes.clone())));
        let mut nothing: Window<Vec<u8>> = Window::new(None, 16).unwrap();
        assert!(nothing.bytes(0, 5).unwrap().is_empty());
    }
}
