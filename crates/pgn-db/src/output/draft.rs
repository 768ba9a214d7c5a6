//! Files that are written before their names are known, or before any of several may appear.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::replacement::{BUFFER_BYTES, Sink};
use super::unfinished::Unfinished;

/// A file that is being written and has no final name yet. It is removed when it is dropped.
pub struct Draft<S: Sink = fs::File> {
    writer: BufWriter<S>,
    temporary: Unfinished,
}

impl Draft {
    /// Begins a file that will be in `folder`.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn create_in(folder: &Path) -> io::Result<Draft> {
        Draft::wrapped(folder, |file| file)
    }
}

impl<S: Sink> Draft<S> {
    /// The same, with its bytes passed through `wrap`.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn wrapped(folder: &Path, wrap: impl FnOnce(fs::File) -> S) -> io::Result<Draft<S>> {
        let (file, temporary) = Unfinished::create_in(folder)?;
        Ok(Draft { writer: BufWriter::with_capacity(BUFFER_BYTES, wrap(file)), temporary })
    }

    /// Ends the writing and brings all to the disk.
    ///
    /// # Errors
    /// Errors of the system; then nothing is left.
    pub fn seal(self) -> io::Result<Sealed> {
        let mut sink = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        sink.sync()?;
        Ok(Sealed(self.temporary))
    }
}

impl<S: Sink> Write for Draft<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A complete file that waits for its name. It is removed when it is dropped.
#[derive(Debug)]
pub struct Sealed(Unfinished);

impl Sealed {
    /// Gives the file its name, in the folder in which it was begun, in place of what had it.
    ///
    /// # Errors
    /// Errors of the system; then what had the name has it still.
    pub fn publish(self, target: &Path) -> io::Result<()> {
        self.0.rename(target)
    }
}
