//! Locks the folders in which this process has temporary files, and removes those of killed runs.
//!
//! A run holds a shared lock on each folder while it has temporary files there; the system unlocks
//! it when the process is killed. So a run that gets an exclusive lock can be certain that no other
//! run uses the temporary files in the folder.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::unfinished::{PREFIX, RANDOM_CHARS, SUFFIX};

/// This process has temporary files in a folder, as long as this lives.
#[derive(Debug)]
pub(super) struct FolderLock {
    /// The folder, locked; `None` if that is not possible.
    _folder: Option<fs::File>,
}

#[derive(Default)]
struct Visited {
    lock: Weak<FolderLock>,
    /// Another program has locked it for other reasons.
    is_refused: bool,
}

static VISITED: Mutex<BTreeMap<PathBuf, Visited>> = Mutex::new(BTreeMap::new());

/// Locks a folder before a temporary file is made in it. The first time, the files that killed runs
/// left there are removed.
pub(super) fn enter(folder: &Path) -> Arc<FolderLock> {
    let key = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let mut visited = VISITED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_first = !visited.contains_key(&key);
    let visited = visited.entry(key).or_default();
    if let Some(lock) = visited.lock.upgrade() {
        return lock;
    }
    let locked = if visited.is_refused { None } else { lock(folder, is_first) };
    visited.is_refused = locked.is_none();
    let lock = Arc::new(FolderLock { _folder: locked });
    visited.lock = Arc::downgrade(&lock);
    lock
}

/// Locks a folder together with other runs, after a look for what is left in it, if it `is_first`.
#[cfg(unix)]
fn lock(folder: &Path, is_first: bool) -> Option<fs::File> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    use std::time::{Duration, Instant};
    /// For how long another run may look for what is left.
    const WAIT: Duration = Duration::from_secs(2);
    let file = fs::File::open(folder).ok()?;
    if is_first && flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
        remove_all(folder);
    }
    let until = Instant::now() + WAIT;
    loop {
        match flock(&file, FlockOperation::NonBlockingLockShared) {
            Ok(()) => return Some(file),
            Err(Errno::WOULDBLOCK) if Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(_) => return None,
        }
    }
}

/// Folders cannot be locked.
#[cfg(not(unix))]
fn lock(_: &Path, _: bool) -> Option<fs::File> {
    None
}

/// Removes the temporary files that killed runs left in a folder, unless a run is active there.
/// Everything that writes a file there calls this, too.
pub fn remove_leftovers(folder: &Path) {
    drop(enter(folder));
}

/// Removes the temporary files in a folder. The caller must have locked it.
#[cfg_attr(not(unix), expect(dead_code, reason = "folders cannot be locked"))]
fn remove_all(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|file_type| file_type.is_file());
        if is_file && has_our_name(&entry.file_name()) {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file has just the form of name that temporary files get.
fn has_our_name(name: &OsStr) -> bool {
    let middle = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    middle.is_some_and(|middle| {
        middle.len() == RANDOM_CHARS && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::unfinished::Unfinished;
    use super::*;
    use rustix::fs::{FlockOperation, flock};

    const LEFT: &str = ".pgn-aB3dE9.tmp";

    /// A folder with a file that a run left, and files of others.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in [LEFT, ".pgn-notes.tmp", ".pgn-a-b-c-.tmp", ".pgn-lock", "x.tmp"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        fs::create_dir(folder.path().join(".pgn-folder.tmp")).unwrap();
        folder
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_nothing_else() {
        let folder = folder();
        let (_file, unfinished) = Unfinished::create_in(folder.path()).unwrap();
        assert!(!folder.path().join(LEFT).exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
        drop(unfinished);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
    }

    #[test]
    fn what_a_run_that_goes_on_has_stays() {
        let folder = folder();
        // Another opening of the folder is as good as another process.
        let other = fs::File::open(folder.path()).unwrap();
        flock(&other, FlockOperation::LockShared).unwrap();
        drop(Unfinished::create_unnamed_in(folder.path()).unwrap());
        assert!(folder.path().join(LEFT).exists());
    }

    /// While this process has a temporary file in the folder, with a name or without, no other
    /// process gets an exclusive lock.
    #[test]
    fn the_folder_is_locked_until_the_last_file_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let other = fs::File::open(folder.path()).unwrap();
        let is_free = || {
            let is_free = flock(&other, FlockOperation::NonBlockingLockExclusive).is_ok();
            flock(&other, FlockOperation::Unlock).unwrap();
            is_free
        };
        let (_, first) = Unfinished::create_in(folder.path()).unwrap();
        let (_, second) = Unfinished::create_unnamed_in(folder.path()).unwrap();
        assert!(!is_free());
        first.rename(&folder.path().join("a")).unwrap();
        assert!(!is_free());
        second.rename(&folder.path().join("b")).unwrap();
        assert!(is_free());
    }
}
