//! Whether two names mean the same file on the disk.
//!
//! Owns: the comparison. Knows nothing of: why it is asked.
//! Standard: none.
//! Start at [`Identity::of_path`].

use std::fs;
use std::io;
use std::path::Path;

/// What makes a file that file, whatever name leads to it: device and inode on Unix, elsewhere the
/// path with all links followed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity(Inner);

#[cfg(unix)]
type Inner = (u64, u64);
#[cfg(not(unix))]
type Inner = std::path::PathBuf;

impl Identity {
    /// The file that `path` leads to, links followed.
    ///
    /// # Errors
    ///
    /// Those of the system, when there is no such file or it cannot be asked.
    pub fn of_path(path: &Path) -> io::Result<Identity> {
        Identity::of(path, &fs::metadata(path)?)
    }

    /// The same, for one whose metadata are already at hand.
    ///
    /// # Errors
    ///
    /// Those of the system, only where paths are compared.
    #[cfg(unix)]
    pub fn of(_path: &Path, metadata: &fs::Metadata) -> io::Result<Identity> {
        use std::os::unix::fs::MetadataExt;
        Ok(Identity((metadata.dev(), metadata.ino())))
    }

    /// The same, for one whose metadata are already at hand.
    ///
    /// # Errors
    ///
    /// Those of the system, only where paths are compared.
    #[cfg(not(unix))]
    pub fn of(path: &Path, _metadata: &fs::Metadata) -> io::Result<Identity> {
        Ok(Identity(fs::canonicalize(path)?))
    }

    /// The regular file that a standard stream is connected to, and its length in bytes. `None` for
    /// a terminal, a pipe or a device, and where the system does not say.
    #[cfg(unix)]
    #[must_use]
    pub fn of_stream(stream: impl std::os::fd::AsFd) -> Option<(Identity, u64)> {
        let handle = stream.as_fd().try_clone_to_owned().ok()?;
        let metadata = fs::File::from(handle).metadata().ok()?;
        if !metadata.is_file() {
            return None;
        }
        Some((Identity::of(Path::new(""), &metadata).ok()?, metadata.len()))
    }

    /// The regular file that a standard stream is connected to, and its length in bytes. `None` for
    /// a terminal, a pipe or a device, and where the system does not say.
    #[cfg(not(unix))]
    #[must_use]
    pub fn of_stream<S>(_stream: S) -> Option<(Identity, u64)> {
        None
    }
}
