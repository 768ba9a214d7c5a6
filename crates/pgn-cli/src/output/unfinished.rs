//! Temporary files that a signal must not leave behind.
//!
//! Owns: the list of unfinished files and what Ctrl-C does to them. Knows nothing of: what is in
//! them.
//! Standard: none.
//! Start at [`Unfinished`].

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::{Builder, TempPath};

/// Every unfinished file there is. The lock is held while one is made, renamed or removed, so that
/// a signal finds either the file on the list or no file; and once a signal has taken the lock, no
/// other file comes into being.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

static WATCH: Once = Once::new();

/// Hidden, so that a walk through the folder passes over it.
const PREFIX: &str = ".pgn-";
const SUFFIX: &str = ".tmp";

/// A temporary file that is removed unless it is renamed: when dropped, and when the program is
/// stopped by a signal. Only `SIGKILL` and a power cut can leave one behind.
#[derive(Debug)]
pub(crate) struct Unfinished {
    /// `None` once it was renamed.
    path: Option<TempPath>,
}

impl Unfinished {
    /// Makes a new file in `folder`, under a name that nothing else has.
    pub(crate) fn create_in(folder: &Path) -> io::Result<(fs::File, Unfinished)> {
        WATCH.call_once(watch_signals);
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
        list.push(path.to_path_buf());
        Ok((file, Unfinished { path: Some(path) }))
    }

    /// Gives the file the name `target`, in place of whatever had it.
    pub(crate) fn rename(mut self, target: &Path) -> io::Result<()> {
        let Some(path) = self.path.take() else { return Ok(()) };
        let mut list = lock();
        list.retain(|one| *one != *path);
        // On failure the error holds the path, and dropping it removes the file.
        path.persist(target).map_err(|error| error.error)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            let mut list = lock();
            list.retain(|one| *one != *path);
            drop(path);
        }
    }
}

fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every unfinished file and keeps the lock, so that no other comes after it.
fn remove_all() -> MutexGuard<'static, Vec<PathBuf>> {
    let mut list = lock();
    for path in list.drain(..) {
        // There is nobody left to tell, and nothing else to be done.
        let _ = fs::remove_file(path);
    }
    list
}

/// Stops the program as the signal would have, after clearing up. A shell sees that it was the
/// signal, and so stops its own loop on Ctrl-C.
///
/// A signal that was ignored when the program started, as `nohup` and `&` arrange it, stays
/// ignored.
#[cfg(unix)]
fn watch_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let ignored = ignored_signals();
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|n| ignored & (1 << (n - 1)) == 0);
    let Ok(mut signals) = Signals::new(wanted) else { return };
    // Without a thread the signals would go unheard: then they had better do what they always do.
    let handle = signals.handle();
    let watcher = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _lock = remove_all();
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    });
    if watcher.is_err() {
        handle.close();
    }
}

/// One bit for each signal that is ignored, the lowest for signal 1. Only Linux tells without
/// `unsafe`; elsewhere none is taken to be ignored.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn watch_signals() {
    /// What Windows reports of a program that Ctrl-C stopped.
    const CONTROL_C_EXIT: i32 = 0xC000_013A_u32 as i32;
    // Without a handler Ctrl-C does what it always does.
    let _ = ctrlc::set_handler(|| {
        let _lock = remove_all();
        std::process::exit(CONTROL_C_EXIT);
    });
}
