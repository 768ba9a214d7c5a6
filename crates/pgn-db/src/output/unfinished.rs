//! Temporary files that a signal must not leave behind.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

use super::folder_lock::{self, FolderLock};

/// Every unfinished file there is. The lock is held while one is made, renamed or removed, so that
/// a signal finds either the file on the list or no file; and once a signal has taken the lock, no
/// other file comes into being.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Hidden, so that a walk through the folder passes over it.
pub(super) const PREFIX: &str = ".pgn-";
pub(super) const SUFFIX: &str = ".tmp";

/// How many letters and digits are between them.
pub(super) const RANDOM_CHARS: usize = 6;

/// A temporary file that is removed unless it is renamed: when dropped, and when the signal handler
/// calls [`remove_unfinished`]. A file without a name never stays behind; one with a name does
/// after `SIGKILL` or a power cut, until the next run creates one in that folder.
#[derive(Debug)]
pub(crate) struct Unfinished {
    state: UnfinishedState,
    /// Keeps other runs from taking it for what a killed one left.
    _folder: Arc<FolderLock>,
}

#[derive(Debug)]
enum UnfinishedState {
    /// Under a temporary name.
    Named(TempPath),
    /// Without a name, and the folder where it will have one.
    #[cfg(target_os = "linux")]
    Unnamed(fs::File, PathBuf),
    Done,
}

impl Unfinished {
    /// Creates a new file in `folder`, under an unused name.
    pub(crate) fn create_in(folder: &Path) -> io::Result<(fs::File, Unfinished)> {
        let _folder = folder_lock::enter(folder);
        let mut builder = builder();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The permissions of any new file, reduced by the umask.
            builder.permissions(fs::Permissions::from_mode(MODE));
        }
        let mut list = lock();
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        list.insert(path.to_path_buf());
        Ok((file, Unfinished { state: UnfinishedState::Named(path), _folder }))
    }

    /// The same, without a name where the system can do that. Holds the file open.
    pub(crate) fn create_unnamed_in(folder: &Path) -> io::Result<(fs::File, Unfinished)> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = unnamed_in(folder) {
            let _folder = folder_lock::enter(folder);
            let state = UnfinishedState::Unnamed(file.try_clone()?, folder.to_owned());
            return Ok((file, Unfinished { state, _folder }));
        }
        Unfinished::create_in(folder)
    }

    /// Gives the file the name `target`, in place of whatever had it.
    pub(crate) fn rename(mut self, target: &Path) -> io::Result<()> {
        let mut list = lock();
        let path = match std::mem::replace(&mut self.state, UnfinishedState::Done) {
            UnfinishedState::Named(path) => path,
            #[cfg(target_os = "linux")]
            UnfinishedState::Unnamed(file, folder) => name_in(&folder, &file)?,
            UnfinishedState::Done => return Ok(()),
        };
        list.remove(&*path);
        // On failure, the error contains the path, and dropping it removes the file.
        path.persist(target).map_err(|error| error.error)
    }
}

impl Unfinished {
    pub(crate) fn len_bytes(&self) -> io::Result<u64> {
        match &self.state {
            UnfinishedState::Named(path) => Ok(fs::metadata(path)?.len()),
            #[cfg(target_os = "linux")]
            UnfinishedState::Unnamed(file, _) => Ok(file.metadata()?.len()),
            UnfinishedState::Done => Ok(0),
        }
    }

    /// Gives several files their names, in this order, if all are unused. A signal finds either
    /// none of the names or all of them.
    ///
    /// # Errors
    /// Errors of the system; then no file has its name.
    pub(crate) fn name_together(files: Vec<(Unfinished, PathBuf)>) -> io::Result<()> {
        let mut list = lock();
        let mut named = Vec::new();
        for (mut file, target) in files {
            let path = match std::mem::replace(&mut file.state, UnfinishedState::Done) {
                UnfinishedState::Named(path) => Ok(path),
                #[cfg(target_os = "linux")]
                UnfinishedState::Unnamed(file, folder) => name_in(&folder, &file),
                UnfinishedState::Done => continue,
            };
            let done = path.and_then(|path| {
                list.remove(&*path);
                path.persist_noclobber(&target).map_err(|error| error.error)
            });
            if let Err(error) = done {
                named.iter().for_each(|path| drop(fs::remove_file(path)));
                return Err(error);
            }
            named.push(target);
        }
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let UnfinishedState::Named(path) =
            std::mem::replace(&mut self.state, UnfinishedState::Done)
        {
            let mut list = lock();
            list.remove(&*path);
            drop(path);
        }
    }
}

/// Whether a file of this name is what a run that was killed left, or one that runs writes.
#[must_use]
pub fn is_unfinished(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

/// The permissions of any new file, reduced by the umask.
#[cfg(unix)]
const MODE: u32 = 0o666;

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM_CHARS);
    builder
}

/// A file that no folder lists. Fails if the file system does not support such files, and if they
/// could not be given a name later.
#[cfg(target_os = "linux")]
fn unnamed_in(folder: &Path) -> io::Result<fs::File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = fs::File::from(open(folder, flags, Mode::from_raw_mode(MODE))?);
    fs::metadata(link_of(&file))?;
    Ok(file)
}

/// A path to an open file, whether it has a name or not.
#[cfg(target_os = "linux")]
fn link_of(file: &fs::File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Gives a file without a name a temporary one.
#[cfg(target_os = "linux")]
fn name_in(folder: &Path, file: &fs::File) -> io::Result<TempPath> {
    use rustix::fs::{AtFlags, CWD, linkat};
    let link = |path: &Path| {
        linkat(CWD, link_of(file), CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
    };
    Ok(builder().make_in(folder, link)?.into_temp_path())
}

fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every unfinished file, for a program that is about to be stopped by a signal.
///
/// While the guard is held, no other unfinished file is created and none gets its final name:
/// attempts wait.
#[must_use]
pub fn remove_unfinished() -> Cleared {
    let mut list = lock();
    for path in std::mem::take(&mut *list) {
        // No receiver is left, and nothing else to do.
        let _ = fs::remove_file(path);
    }
    Cleared { _list: list }
}

/// There is no unfinished file, and none is created while this lives.
#[derive(Debug)]
pub struct Cleared {
    _list: MutexGuard<'static, BTreeSet<PathBuf>>,
}
