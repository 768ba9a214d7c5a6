//! A folder below the root of an archive, reached without following a link (D-43).
//!
//! A journal may come with an untrusted archive: whatever it contains, nothing outside the root is
//! moved or removed.

use std::io;
use std::path::{Component, Path};

#[cfg(unix)]
use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, mkdirat, open, openat, renameat, statat, unlinkat,
};
#[cfg(unix)]
use rustix::io::Errno;

/// How to treat a missing folder on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    Make,
    Refuse,
}

/// A folder of an archive, kept open if the system supports it, so that it stays the same folder.
#[derive(Debug)]
pub(super) struct Below {
    #[cfg(unix)]
    folder: std::os::fd::OwnedFd,
    #[cfg(not(unix))]
    folder: std::path::PathBuf,
}

impl Below {
    /// The folder of `place` below `base`, and the name of `place` in it.
    ///
    /// # Errors
    /// If `place` leads out of `base`, or there is a link on the path.
    pub(super) fn reach<'p>(
        base: &Path,
        place: &'p str,
        missing: Missing,
    ) -> io::Result<(Below, &'p str)> {
        let outside = || io::Error::other(format!("`{place}` is not a place in an archive"));
        let mut below = Below::open(base)?;
        let mut names = Vec::new();
        for part in Path::new(place).components() {
            match part {
                Component::Normal(name) => names.push(name.to_str().ok_or_else(outside)?),
                _ => return Err(outside()),
            }
        }
        let name = names.pop().ok_or_else(outside)?;
        for folder in names {
            below = below.enter(folder, missing).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => error,
                _ => io::Error::other(format!("{place}: {folder} is a link, or not a folder")),
            })?;
        }
        Ok((below, name))
    }
}

#[cfg(unix)]
impl Below {
    fn open(base: &Path) -> io::Result<Below> {
        let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
        Ok(Below { folder: open(base, flags, Mode::empty())? })
    }

    fn enter(&self, name: &str, missing: Missing) -> io::Result<Below> {
        if missing == Missing::Make {
            match mkdirat(&self.folder, name, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
        Ok(Below { folder: openat(&self.folder, name, flags, Mode::empty())? })
    }

    pub(super) fn has(&self, name: &str) -> io::Result<bool> {
        match statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(_) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn has_file(&self, name: &str) -> io::Result<bool> {
        match statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn rename(&self, name: &str, to: &Below, new_name: &str) -> io::Result<()> {
        Ok(renameat(&self.folder, name, &to.folder, new_name)?)
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(unlinkat(&self.folder, name, AtFlags::empty())?)
    }
}

#[cfg(not(unix))]
impl Below {
    fn open(base: &Path) -> io::Result<Below> {
        Ok(Below { folder: base.to_owned() })
    }

    fn enter(&self, name: &str, missing: Missing) -> io::Result<Below> {
        let folder = self.folder.join(name);
        if missing == Missing::Make && !self.has(name)? {
            std::fs::create_dir(&folder)?;
        }
        match std::fs::symlink_metadata(&folder)?.is_dir() {
            true => Ok(Below { folder }),
            false => Err(io::Error::other("is a link, or not a folder")),
        }
    }

    pub(super) fn has(&self, name: &str) -> io::Result<bool> {
        match std::fs::symlink_metadata(self.folder.join(name)) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) fn has_file(&self, name: &str) -> io::Result<bool> {
        match std::fs::symlink_metadata(self.folder.join(name)) {
            Ok(metadata) => Ok(metadata.is_file()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) fn rename(&self, name: &str, to: &Below, new_name: &str) -> io::Result<()> {
        std::fs::rename(self.folder.join(name), to.folder.join(new_name))
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        std::fs::remove_file(self.folder.join(name))
    }
}
