//! Texts in a temporary file, to be read again in any order.

use std::io;

use crate::sort::{Disk, Scratch};

/// The amount of text to buffer before it is written, in bytes.
const BUFFER_BYTES: usize = 1 << 20;

/// Texts on a disk.
pub struct Spool {
    scratch: Box<dyn Scratch>,
    buffer: Vec<u8>,
    /// Where each text ends, in the file and the buffer after it.
    ends: Vec<u64>,
    laid_down: u64,
}

impl Spool {
    /// An empty one.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn new(disk: &impl Disk) -> io::Result<Spool> {
        let scratch = disk.scratch()?;
        Ok(Spool { scratch, buffer: Vec::new(), ends: Vec::new(), laid_down: 0 })
    }

    /// Takes a text.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn push(&mut self, text: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(text);
        self.ends.push(self.laid_down + self.buffer.len() as u64);
        if self.buffer.len() >= BUFFER_BYTES {
            self.lay_down()?;
        }
        Ok(())
    }

    fn lay_down(&mut self) -> io::Result<()> {
        self.scratch.append(&self.buffer)?;
        self.laid_down += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// The text of a number, from 0; empty if there is none. After the first call, nothing may be
    /// pushed any more.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn read(&mut self, n: usize) -> io::Result<Vec<u8>> {
        if !self.buffer.is_empty() {
            self.lay_down()?;
        }
        let Some(&end) = self.ends.get(n) else { return Ok(Vec::new()) };
        let from = n.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut text = vec![0; (end - from) as usize];
        let mut read_count = 0;
        while read_count < text.len() {
            match self.scratch.read_at(from + read_count as u64, &mut text[read_count..])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                n => read_count += n,
            }
        }
        Ok(text)
    }
}
