//! The input of the command: files, folders, archives and the standard input, as streams of text
//! (§4.1, D-01).
//!
//! From the arguments to the text in four steps: [`Inputs::gather`] makes the list, [`Sources`]
//! opens one after the other, the compression is removed, and UTF-16 becomes UTF-8. The result is
//! the text of the games, byte for byte, with a UTF-8 byte-order mark if it has one.
//!
//! Start at [`Inputs`], then [`Source`].

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

mod ahead;
mod archive;
mod codec;
mod decoder;
mod expand;
mod frame;
mod legacy_encoding;
mod note;
mod open;
mod queue;
mod salvage;
mod spool;
mod transcode;
mod utf16;
mod walk;
mod window;

pub use crate::compression::{Compression, Wanted, ending_of, is_archive_name, is_game_file_name};
pub use crate::damage::{Damage, Reason, Undecodable};
pub use codec::{UNPACK_BYTES_MAX, unpack_xz};
pub use expand::{Inputs, Unopened};
pub use frame::{Frame, Frames};
pub use note::{Note, Notes};
pub use open::{MemberCounts, Sources};
pub use transcode::{DatabaseOptions, Format};
pub use utf16::Endian;
pub use window::SharedCount;

pub(crate) use frame::{frame_from, read_from};
pub(crate) use walk::INDEX_ENDING;
pub use walk::InputPath;
pub(crate) use window::{SharedFile, Window};

use crate::error::{Error, ErrorKind};
use crate::identity::Stamp;
use pgnkit::charset::{Choice, Encoding};

#[cfg(test)]
mod tests;

/// The name of the standard input in messages.
pub const STDIN_NAME: &str = "<stdin>";

/// One stream of text, open and unpacked.
pub struct Source {
    /// Its name in messages: the path as it was given, with the names of members after the names of
    /// their archives. May contain control characters: print it with
    /// [`printable`](crate::error::printable).
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its size before decompression, in bytes, if it is known in advance.
    pub size_bytes: Option<u64>,
    /// The state of the file on disk when it was opened.
    pub stamp: Option<Stamp>,
    /// How many of these were read so far.
    pub read_bytes: SharedCount,
    /// The text. Reads of 64 KiB or more are the fast ones. Damaged data give what comes before the
    /// damage and then an error in which [`Damage::of`] finds the place; after an error the rest of
    /// this source is lost.
    pub read: Box<dyn Read + Send>,
    /// Notes about it.
    pub notes: Notes,
    /// Where its frames begin, if it is compressed.
    pub frames: Frames,
    /// How much memory unpacking it may take, in bytes.
    pub unpack_bytes_max: u64,
}

/// Where a source comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The standard input, or another stream that comes once.
    Stdin,
    /// A file, perhaps compressed.
    File(PathBuf),
    /// A member of an archive that comes from there.
    Member(Box<Origin>),
}

impl Source {
    /// How its text is to be read: as the person named it, unless it was transcoded.
    pub(crate) fn encoding(&self, named: Choice) -> Choice {
        match (self.notes.transcoded(), named) {
            (true, _) => Choice::Fixed(Encoding::Utf8),
            (false, Choice::Auto) => {
                self.notes.recognized().map_or(Choice::Auto, Choice::Recognized)
            }
            (false, named) => named,
        }
    }

    /// The file on the disk that holds it: the archive, for a member.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        let mut origin = &self.origin;
        loop {
            match origin {
                Origin::Stdin => return None,
                Origin::File(path) => return Some(path),
                Origin::Member(archive) => origin = archive,
            }
        }
    }

    /// The file and the compression in which it can be rewritten, for work in place.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unsupported`] for the standard input, for a member of an archive, and for what
    /// is compressed twice.
    pub fn place(&self) -> Result<(&Path, Option<Compression>), Error> {
        let refuse = |why: &str| Err(Error::new(ErrorKind::Unsupported, &self.name, why));
        let path = match &self.origin {
            Origin::Stdin => return refuse("cannot be written in place"),
            Origin::Member(_) => {
                return refuse("a member of an archive cannot be written in place");
            }
            Origin::File(path) => path,
        };
        if let Some(format) = self.notes.format() {
            return refuse(&format!("holds {format}, cannot be written in place"));
        }
        let mut compressions = self.notes.list().into_iter().filter_map(|note| match note {
            Note::Compressed(compression) => Some(compression),
            _ => None,
        });
        match (compressions.next(), compressions.next()) {
            (_, Some(_)) => refuse("compressed twice over, cannot be written in place"),
            (compression, None) => Ok((path, compression)),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("origin", &self.origin)
            .field("size_bytes", &self.size_bytes)
            .field("notes", &self.notes)
            .finish_non_exhaustive()
    }
}
