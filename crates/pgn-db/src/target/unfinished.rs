//! Temporary files that a signal must not leave behind.
//!
//! Owns: the list of unfinished files. Knows nothing of: what is in them, who listens to signals.
//! Standard: none.
//! Start at [`Unfinished`].

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

/// Every unfinished file there is. The lock is held while one is made, renamed or removed, so that
/// a signal finds either the file on the list or no file; and once a signal has taken the lock, no
/// other file comes into being.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Hidden, so that a walk through the folder passes over it.
const PREFIX: &str = ".pgn-";
const SUFFIX: &str = ".tmp";

/// A temporary file that is removed unless it is renamed: when dropped, and when whoever listens to
/// signals calls [`remove_unfinished`]. Only `SIGKILL` and a power cut can leave one behind then.
#[derive(Debug)]
pub(crate) struct Unfinished {
    /// `None` once it was renamed.
    path: Option<TempPath>,
}

impl Unfinished {
    /// Makes a new file in `folder`, under a name that nothing else has.
    pub(crate) fn create_in(folder: &Path) -> io::Result<(fs::File, Unfinished)> {
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Those of any new file: the umask takes away from them.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut list = lock();
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        list.insert(path.to_path_buf());
        Ok((file, Unfinished { path: Some(path) }))
    }

    /// Gives the file the name `target`, in place of whatever had it.
    pub(crate) fn rename(mut self, target: &Path) -> io::Result<()> {
        let Some(path) = self.path.take() else { return Ok(()) };
        let mut list = lock();
        list.remove(&*path);
        // On failure the error holds the path, and dropping it removes the file.
        path.persist(target).map_err(|error| error.error)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            let mut list = lock();
            list.remove(&*path);
            drop(path);
        }
    }
}

fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every unfinished file, for a program that is about to be stopped by a signal.
///
/// As long as the answer is held, no other unfinished file comes into being and none is given its
/// final name: whoever tries waits.
#[must_use]
pub fn remove_unfinished() -> Cleared {
    let mut list = lock();
    for path in std::mem::take(&mut *list) {
        // There is nobody left to tell, and nothing else to be done.
        let _ = fs::remove_file(path);
    }
    Cleared { _list: list }
}

/// There is no unfinished file, and none comes into being while this lives.
#[derive(Debug)]
pub struct Cleared {
    _list: MutexGuard<'static, BTreeSet<PathBuf>>,
}
