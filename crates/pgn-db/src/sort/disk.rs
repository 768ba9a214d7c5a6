//! Runs on the disk: files without a name, and items in them.
//!
//! ```text
//! item = key-length load-length key load        lengths: 4 bytes each, little end first
//! ```

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// Gives files for the time of the work.
pub trait Disk {
    /// A new, empty file, which is removed when it is dropped, and when the program ends for any
    /// reason.
    ///
    /// # Errors
    /// Errors of the system.
    fn scratch(&self) -> io::Result<Box<dyn Scratch>>;
}

/// A file that is first written from start to end, then read in any order.
pub trait Scratch: Send {
    /// Writes at the end.
    ///
    /// # Errors
    /// Errors of the system.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Reads from `offset` on, like [`Read::read`].
    ///
    /// # Errors
    /// Errors of the system.
    fn read_at(&mut self, offset: u64, bytes: &mut [u8]) -> io::Result<usize>;
}

/// Files in a folder. They have no name in it if the system supports that, so none remain.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

impl Disk for Folder {
    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        Ok(Box::new(tempfile::tempfile_in(&self.0)?))
    }
}

impl Scratch for fs::File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn read_at(&mut self, offset: u64, bytes: &mut [u8]) -> io::Result<usize> {
        self.seek(SeekFrom::Start(offset))?;
        self.read(bytes)
    }
}

/// Where a run is: from an offset to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    from: u64,
    to: u64,
}

/// Runs in one file, one after the other.
pub(super) struct Store {
    file: Box<dyn Scratch>,
    buffer: Vec<u8>,
    begin: u64,
    /// How much was written, the buffer included.
    end: u64,
}

const WRITE_BYTES: usize = 256 << 10;

impl Store {
    pub(super) fn new(file: Box<dyn Scratch>) -> Store {
        Store { file, buffer: Vec::new(), begin: 0, end: 0 }
    }

    pub(super) fn begin(&mut self) {
        self.begin = self.end;
    }

    pub(super) fn push(&mut self, key: &[u8], load: &[u8]) -> io::Result<()> {
        for part in [&lengths(key, load)[..], key, load] {
            if self.buffer.len() + part.len() > WRITE_BYTES {
                self.flush()?;
            }
            if part.len() > WRITE_BYTES {
                self.file.append(part)?;
            } else {
                self.buffer.extend_from_slice(part);
            }
            self.end += part.len() as u64;
        }
        Ok(())
    }

    pub(super) fn end(&mut self) -> io::Result<Extent> {
        self.flush()?;
        self.buffer = Vec::new();
        Ok(Extent { from: self.begin, to: self.end })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.append(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

fn lengths(key: &[u8], load: &[u8]) -> [u8; 8] {
    let mut lengths = [0; 8];
    lengths[..4].copy_from_slice(&(key.len() as u32).to_le_bytes());
    lengths[4..].copy_from_slice(&(load.len() as u32).to_le_bytes());
    lengths
}

pub(super) struct RunReader {
    extent: Extent,
    /// Bytes that were read and not yet used are from `at` on.
    buffer: Vec<u8>,
    at: usize,
    read_bytes: usize,
    key_bytes: usize,
    load_bytes: usize,
}

impl RunReader {
    /// Reads `read_bytes` at once; longer items are read whole.
    pub(super) fn new(extent: Extent, read_bytes: usize) -> RunReader {
        let buffer = Vec::new();
        RunReader { extent, buffer, at: 0, read_bytes, key_bytes: 0, load_bytes: 0 }
    }

    /// Goes to the next item; returns whether there is one.
    pub(super) fn advance(&mut self, store: &mut Store) -> io::Result<bool> {
        self.at += self.key_bytes + self.load_bytes;
        (self.key_bytes, self.load_bytes) = (0, 0);
        if !self.fill(store, 8)? {
            return Ok(false);
        }
        let length = |at: usize| {
            let bytes = [0, 1, 2, 3].map(|n| self.buffer[at + n]);
            u32::from_le_bytes(bytes) as usize
        };
        let (key_bytes, load_bytes) = (length(self.at), length(self.at + 4));
        self.at += 8;
        if !self.fill(store, key_bytes + load_bytes)? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        (self.key_bytes, self.load_bytes) = (key_bytes, load_bytes);
        Ok(true)
    }

    pub(super) fn item(&self) -> (&[u8], &[u8]) {
        self.buffer[self.at..][..self.key_bytes + self.load_bytes].split_at(self.key_bytes)
    }

    /// Reads until there are `len` bytes; `false` if the run is over before the first of them.
    fn fill(&mut self, store: &mut Store, len: usize) -> io::Result<bool> {
        let mut held = self.buffer.len() - self.at;
        if held >= len {
            return Ok(true);
        }
        self.buffer.copy_within(self.at.., 0);
        self.at = 0;
        let left = usize::try_from(self.extent.to - self.extent.from).unwrap_or(usize::MAX);
        let wanted = held + (len.max(self.read_bytes) - held).min(left);
        self.buffer.resize(wanted, 0);
        // An item of unusual length does not keep its memory.
        self.buffer.shrink_to(self.read_bytes.max(wanted));
        while held < wanted {
            match store.file.read_at(self.extent.from, &mut self.buffer[held..]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => {
                    held += n;
                    self.extent.from += n as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        match held {
            0 => Ok(false),
            _ if held < len => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(true),
        }
    }
}
