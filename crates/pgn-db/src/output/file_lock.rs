//! Locks between runs: a file that one process locks at a time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};

use crate::identity::Identity;

/// A file that this process keeps locked until it is dropped; the system unlocks it when the
/// process is killed. Opening the file again does not get the lock, not even in this process.
///
/// Where the file system has no locks, every process gets one.
#[derive(Debug)]
pub struct FileLock {
    file: fs::File,
    path: PathBuf,
}

impl FileLock {
    /// Locks the file at `path`, which is created if it is not there. Returns `None` if it is
    /// locked already.
    ///
    /// # Errors
    /// Errors of the system, and when `path` is not a regular file; links are not followed.
    pub fn try_take(path: &Path) -> io::Result<Option<FileLock>> {
        loop {
            let file = open(path)?;
            match FileExt::try_lock(&file) {
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) if has_locks(&error) => return Err(error),
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            if leads_to(path, &file)? {
                return Ok(Some(FileLock { file, path: path.to_owned() }));
            }
        }
    }

    /// The same, but waits until the file is unlocked.
    ///
    /// # Errors
    /// Those of [`FileLock::try_take`].
    pub fn take(path: &Path) -> io::Result<FileLock> {
        loop {
            let file = open(path)?;
            match FileExt::lock(&file) {
                Err(error) if has_locks(&error) => return Err(error),
                Ok(()) | Err(_) => {}
            }
            if leads_to(path, &file)? {
                return Ok(FileLock { file, path: path.to_owned() });
            }
        }
    }

    /// The locked file, to read and write.
    #[must_use]
    pub fn file(&self) -> &fs::File {
        &self.file
    }

    /// Removes the file and unlocks it. Processes that wait for it lock a new one.
    pub fn remove(self) {
        // A file that stays is locked and removed by the next run.
        let _ = fs::remove_file(&self.path);
    }
}

fn open(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("is not a file that can be locked")),
    }
}

/// Whether the error is another one than that the file system has no locks.
fn has_locks(error: &io::Error) -> bool {
    !matches!(error.kind(), io::ErrorKind::Unsupported)
}

/// Whether the file still has this name: its last holder may have removed it before it was locked.
fn leads_to(path: &Path, file: &fs::File) -> io::Result<bool> {
    if !cfg!(unix) {
        return Ok(fs::symlink_metadata(path).is_ok());
    }
    match fs::symlink_metadata(path) {
        Ok(named) => Ok(Identity::of(path, &named)? == Identity::of(path, &file.metadata()?)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_holds_a_lock_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        let first = FileLock::try_take(&path).unwrap().unwrap();
        assert!(FileLock::try_take(&path).unwrap().is_none());
        first.remove();
        assert!(!path.exists());
        drop(FileLock::try_take(&path).unwrap().unwrap());
        assert!(FileLock::try_take(&path).unwrap().is_some());
    }

    /// Threads that lock, remove and lock again: never two of them at once.
    #[test]
    fn a_removed_lock_is_not_held_twice() {
        let dir = tempfile::tempdir().unwrap();
        let (path, counter) = (dir.path().join("lock"), dir.path().join("counter"));
        fs::write(&counter, "0").unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let lock = FileLock::take(&path).unwrap();
                        let n: u32 = fs::read_to_string(&counter).unwrap().parse().unwrap();
                        fs::write(&counter, (n + 1).to_string()).unwrap();
                        lock.remove();
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&counter).unwrap(), "200");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_locked() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        std::os::unix::fs::symlink(dir.path().join("elsewhere"), &path).unwrap();
        assert!(FileLock::try_take(&path).is_err());
        assert!(!dir.path().join("elsewhere").exists());
    }
}
