//! Inputs that can be read more than once.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::Origin;
use super::expand::{Inputs, SourceEntry};
use super::window::SharedFile;
use crate::error::{Error, ErrorKind};
use crate::identity::Stamp;

/// Bytes that came once, kept in a file without a name.
#[derive(Clone, Debug)]
pub(crate) struct Spooled {
    pub(super) name: String,
    pub(super) origin: Origin,
    pub(super) file: SharedFile,
    pub(super) len: u64,
}

const BUFFER_BYTES: usize = 256 << 10;

/// The state of files when they were first opened, for those that are read more than once.
#[derive(Clone, Debug, Default)]
pub(super) struct Stamps {
    seen: Arc<Mutex<HashMap<PathBuf, Stamp>>>,
    are_known: bool,
}

impl Stamps {
    /// A file was opened.
    ///
    /// # Errors
    /// When it is read again and is not what it was.
    pub(super) fn see(&self, path: &Path, stamp: &Stamp) -> Result<(), Error> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.are_known {
            seen.insert(path.to_owned(), stamp.clone());
        } else if seen.get(path).is_some_and(|before| before != stamp) {
            let why = "was changed by another program while it was read";
            return Err(Error::new(ErrorKind::Io, path.to_string_lossy(), why));
        }
        Ok(())
    }

    /// The same, for files that are read again.
    fn known(&self) -> Stamps {
        Stamps { are_known: true, ..self.clone() }
    }
}

impl Inputs {
    /// The same, so that they can be read [again](Inputs::again): the standard input, pipes and
    /// devices are copied to an unnamed file in `folder`, still compressed. Everything else stays
    /// where it is.
    ///
    /// Input that cannot be read to its end is kept as far as it goes, followed by its error.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn keep(mut self, folder: &Path) -> Result<Inputs, Error> {
        let mut kept = Vec::with_capacity(self.entries.len());
        for entry in std::mem::take(&mut self.entries) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    kept.push(Err(error));
                    continue;
                }
            };
            let opened = match &entry {
                SourceEntry::Stdin(name) => Ok(Some((name.clone(), Origin::Stdin, from_stdin()))),
                SourceEntry::File(path) | SourceEntry::Found(path) => from_file(path),
                SourceEntry::Spooled(_) => Ok(None),
                SourceEntry::Stream(stream) => {
                    Ok(Some((stream.name.clone(), Origin::Stdin, stream.take())))
                }
            };
            match opened {
                Ok(None) => kept.push(Ok(entry)),
                Ok(Some((name, origin, from))) => {
                    let (file, len, end) = spool(from, folder)?;
                    let file = SharedFile::new(file);
                    let spooled = Spooled { name: name.clone(), origin, file, len };
                    kept.push(Ok(SourceEntry::Spooled(Arc::new(spooled))));
                    if let Some(io_error) = end {
                        kept.push(Err(Error::from_io(name, io_error)));
                    }
                }
                Err(error) => kept.push(Err(error)),
            }
        }
        self.entries = kept;
        Ok(self)
    }

    /// The inputs that can be opened, once more: without those with errors, which are reported the
    /// first time. Input that was not [kept](Inputs::keep) and can be read only once is empty.
    #[must_use]
    pub fn again(&self) -> Inputs {
        let mut inputs = Inputs::none();
        let entries = self.entries.iter().filter_map(|entry| entry.as_ref().ok());
        inputs.entries = entries.map(|entry| Ok(entry.clone())).collect();
        inputs.wanted = self.wanted;
        inputs.stamps = self.stamps.known();
        inputs.take_identities(self);
        inputs
    }
}

type Opened = (String, Origin, Box<dyn Read + Send>);

fn from_stdin() -> Box<dyn Read + Send> {
    Box::new(io::stdin())
}

/// A named pipe or a device, opened; `None` for input that can be read twice.
fn from_file(path: &Path) -> Result<Option<Opened>, Error> {
    let name = path.to_string_lossy().into_owned();
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(None),
        Ok(_) => {
            let file = fs::File::open(path).map_err(|error| Error::from_io(&name, error))?;
            Ok(Some((name, Origin::File(path.to_owned()), Box::new(file))))
        }
        // Opening it reports the error.
        Err(_) => Ok(None),
    }
}

/// Copies all that comes; gives the file, its length, and what ended it early.
fn spool(
    mut from: Box<dyn Read>,
    folder: &Path,
) -> Result<(fs::File, u64, Option<io::Error>), Error> {
    let on_error = |error| {
        let what = format!("temporary files in {}", folder.display());
        Error::from_io(what, error).with_hint("`--temp DIR` puts them elsewhere")
    };
    let mut file = tempfile::tempfile_in(folder).map_err(on_error)?;
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut len = 0;
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok((file, len, None)),
            Ok(n) => {
                file.write_all(&buffer[..n]).map_err(on_error)?;
                len += n as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Ok((file, len, Some(error))),
        }
    }
}
