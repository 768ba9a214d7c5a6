//! Whether two names mean the same file on the disk, also one that is not there yet.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How many links may lead from a name to the file.
const LINKS_MAX: usize = 40;

/// The identity of a file, whatever name leads to it: device and inode on Unix, elsewhere the path
/// with all links resolved. A file that does not exist yet is identified by its folder and its
/// name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    file: Inner,
    /// The name that a new file will have in the folder `file`.
    new: Option<String>,
}

#[cfg(unix)]
type Inner = (u64, u64);
#[cfg(not(unix))]
type Inner = PathBuf;

impl Identity {
    /// The file that `path` leads to, links followed.
    ///
    /// # Errors
    ///
    /// Errors of the system, if there is no such file or it cannot be examined.
    pub fn of_path(path: &Path) -> io::Result<Identity> {
        Identity::of(path, &fs::metadata(path)?)
    }

    /// The file that writing to `path` would change or create: links are followed, also one to a
    /// file that does not exist.
    ///
    /// # Errors
    ///
    /// Errors of the system, also if there is no folder in which the file could be created.
    pub fn of_target(path: &Path) -> io::Result<Identity> {
        match Identity::of_path(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let path = follow(path)?;
                let folder = Identity::of_path(folder_of(&path))?;
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                Ok(Identity { new: Some(name_key(&name)), ..folder })
            }
            known => known,
        }
    }

    /// Whether the file exists.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.new.is_none()
    }

    /// The same, for a file with known metadata.
    ///
    /// # Errors
    ///
    /// Errors of the system, only where paths are compared.
    #[cfg(unix)]
    pub fn of(_path: &Path, metadata: &fs::Metadata) -> io::Result<Identity> {
        use std::os::unix::fs::MetadataExt;
        Ok(Identity { file: (metadata.dev(), metadata.ino()), new: None })
    }

    /// The same, for a file with known metadata.
    ///
    /// # Errors
    ///
    /// Errors of the system, only where paths are compared.
    #[cfg(not(unix))]
    pub fn of(path: &Path, _metadata: &fs::Metadata) -> io::Result<Identity> {
        Ok(Identity { file: fs::canonicalize(path)?, new: None })
    }

    /// The regular file that a standard stream is connected to, and its length in bytes. `None` for
    /// a terminal, a pipe or a device, and if the system does not report it.
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
    /// a terminal, a pipe or a device, and if the system does not report it.
    #[cfg(not(unix))]
    #[must_use]
    pub fn of_stream<S>(_stream: S) -> Option<(Identity, u64)> {
        None
    }
}

/// Identifies a state of a file: its identity, its length and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    file: Identity,
    len_bytes: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// That of the file which `path` leads to now.
    ///
    /// # Errors
    ///
    /// Errors of the system, if there is no such file or it cannot be examined.
    pub fn of_path(path: &Path) -> io::Result<Stamp> {
        Stamp::of(path, &fs::metadata(path)?)
    }

    /// The identity of an open file with this metadata.
    ///
    /// # Errors
    ///
    /// Errors of the system, only where paths are compared.
    pub fn of(path: &Path, metadata: &fs::Metadata) -> io::Result<Stamp> {
        let (len_bytes, modified) = (metadata.len(), metadata.modified().ok());
        Ok(Stamp { file: Identity::of(path, metadata)?, len_bytes, modified })
    }

    /// How long the file was, in bytes.
    #[must_use]
    pub fn len_bytes(&self) -> u64 {
        self.len_bytes
    }
}

/// The common form of new names that the system treats as equal.
fn name_key(name: &str) -> String {
    match cfg!(any(windows, target_vendor = "apple")) {
        true => pgnkit::file_name::folded(name),
        false => name.to_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_every_name_also_before_it_exists() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir_all(at("a/b")).unwrap();
        symlink("a", at("link")).unwrap();
        symlink("a/new", at("dangling")).unwrap();
        symlink("circle", at("circle")).unwrap();
        let names = ["a/new", "a/./new", "a/b/../new", "link/new", "dangling"];
        for exists in [false, true] {
            if exists {
                fs::write(at("a/new"), "").unwrap();
                fs::hard_link(at("a/new"), at("hard")).unwrap();
            }
            let known = names.map(|name| Identity::of_target(&at(name)).unwrap());
            for (name, identity) in names.iter().zip(&known) {
                assert_eq!(*identity, known[0], "{name}");
                assert_eq!(identity.exists(), exists, "{name}");
            }
            assert_ne!(Identity::of_target(&at("a/other")).unwrap(), known[0]);
            assert_ne!(Identity::of_target(&at("new")).unwrap(), known[0]);
        }
        assert_eq!(Identity::of_target(&at("hard")).ok(), Identity::of_target(&at("a/new")).ok());
        assert!(Identity::of_target(&at("missing/new")).is_err());
        assert!(Identity::of_target(&at("circle")).is_err());
    }
}

/// The number of the descriptor of this process that `path` names, as `/dev/stdout` and `/dev/fd/3`
/// do; links are followed.
#[cfg(unix)]
#[must_use]
pub fn descriptor_of(path: &Path) -> Option<u32> {
    let folders = ["/dev/fd", "/proc/self/fd"].map(|folder| fs::canonicalize(folder).ok());
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        let folder = fs::canonicalize(folder_of(&path)).ok();
        if folder.is_some() && folders.contains(&folder) {
            return path.file_name()?.to_str()?.parse().ok();
        }
        path = folder_of(&path).join(fs::read_link(&path).ok()?);
    }
    None
}

/// The number of the descriptor of this process that `path` names: none on this system.
#[cfg(not(unix))]
#[must_use]
pub fn descriptor_of(_path: &Path) -> Option<u32> {
    None
}

/// The file that `path` leads to if its last part is a link, even one to nothing: writing changes
/// the target of the link, and the link stays.
pub(crate) fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let link = fs::read_link(&path)?;
                path = folder_of(&path).join(link);
            }
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many links, or a cycle of links"))
}

/// The folder in which a file is; the current one has an empty name in a path.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
