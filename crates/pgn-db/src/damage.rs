//! Damaged data: kind and place, inside an `io::Error`.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use crate::compression::Compression;

/// Compressed data that cannot be read past a place. Everything before it was delivered.
///
/// Travels as the inner error of an [`io::Error`]; [`Damage::of`] finds it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The compression in which it was found.
    pub compression: Compression,
    /// Bytes of the compressed data that were read before it. For a member of a zip archive they
    /// count from the start of the archive.
    pub compressed_offset: u64,
    /// Bytes of text that were delivered before it.
    pub text_offset: u64,
    /// The kind of damage.
    pub reason: Reason,
}

/// The kinds of damage in compressed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// They end in the middle.
    Truncated,
    /// They break the rules of their format.
    Corrupt,
    /// They are complete, but their checksum or length differs from the recorded one.
    Checksum,
    /// They are complete, but other bytes follow that are neither padding nor another member:
    /// garbage, or a member whose first bytes are damaged.
    Trailing,
    /// Unpacking them takes more memory than it may.
    Memory {
        /// How much it may take, in bytes.
        bytes_max: u64,
    },
}

impl Damage {
    /// The damage inside `error`, if there is any; `None` for an error of the system.
    #[must_use]
    pub fn of(error: &io::Error) -> Option<&Damage> {
        error.get_ref()?.downcast_ref()
    }
}

/// A copy of the error, for later calls.
pub(crate) fn same(error: &io::Error) -> io::Error {
    if let Some(damage) = Damage::of(error) {
        return damage.clone().into();
    }
    if let Some(undecodable) = Undecodable::of(error) {
        return undecodable.clone().into();
    }
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

impl From<Damage> for io::Error {
    fn from(damage: Damage) -> io::Error {
        let kind = match damage.reason {
            Reason::Truncated => io::ErrorKind::UnexpectedEof,
            Reason::Corrupt | Reason::Checksum | Reason::Trailing => io::ErrorKind::InvalidData,
            Reason::Memory { .. } => io::ErrorKind::OutOfMemory,
        };
        io::Error::new(kind, damage)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { compression, compressed_offset, text_offset, reason } = self;
        match reason {
            Reason::Truncated => write!(f, "the {compression} data are truncated")?,
            Reason::Corrupt => write!(f, "the {compression} data are damaged")?,
            Reason::Checksum => write!(f, "the {compression} data do not match their checksum")?,
            Reason::Trailing => write!(f, "the {compression} data are followed by something else")?,
            Reason::Memory { bytes_max } => {
                let megabytes = bytes_max >> 20;
                write!(f, "unpacking the {compression} data takes more than {megabytes} MiB")?;
            }
        }
        write!(f, " at byte {compressed_offset}")?;
        // Only the members of an archive have text.
        if *compression != Compression::Zip || *text_offset > 0 {
            write!(f, ", after {text_offset} bytes of text")?;
        }
        Ok(())
    }
}

impl StdError for Damage {}

/// Data of a format that cannot be read past a place. The games before it were delivered.
///
/// Travels as the inner error of an [`io::Error`]; [`Undecodable::of`] finds it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecodable {
    /// Which format.
    pub format: &'static str,
    /// Kind and place.
    pub why: String,
}

impl Undecodable {
    /// The damage, if the error is about damage.
    #[must_use]
    pub fn of(error: &io::Error) -> Option<&Undecodable> {
        error.get_ref()?.downcast_ref()
    }
}

impl From<Undecodable> for io::Error {
    fn from(undecodable: Undecodable) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, undecodable)
    }
}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.format, self.why)
    }
}

impl StdError for Undecodable {}
