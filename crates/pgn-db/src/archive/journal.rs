//! The journal: what is still to be done when all new files are whole.
//!
//! ```text
//! new files in the stage ─ journal written ─ each file to its place, old parts removed ─ journal,
//!                          here it is decided                                           stage gone
//! ```
//!
//! Before the journal stands, nothing of the archive has changed, and the stage may be thrown away.
//! Once it stands, everything that it says will be done: by this run, or by the next one.
//!
//! Owns: the stage, the journal, the way from one state of the tree to the next. Knows nothing of:
//! what is in the files.
//! Standard: none. Decisions: D-43.
//! Start at [`Stage::open`].

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::target::{Draft, Sealed, sync_folder};

/// Hidden, so that no walk through the archive finds them.
const STAGE: &str = ".pgn-stage";
const JOURNAL: &str = ".pgn-journal";

/// The first line, so that another file of that name is not taken for a journal.
const TITLE: &str = "pgn archive journal 1";

/// Is asked before each step that changes the disk; an error stops the work there. Tests stop it.
pub type Step<'s> = dyn FnMut() -> io::Result<()> + 's;

/// New files of an archive, and the way to bring them to their places.
#[derive(Debug)]
pub(super) struct Stage {
    /// The folder `PGN`.
    base: PathBuf,
    /// Keeps other runs out as long as it is open.
    _lock: fs::File,
    folder: StageFolder,
    moves: Vec<(Sealed, String)>,
    removals: Vec<String>,
}

impl Stage {
    /// An empty stage for the archive at `base`. What a run before this one left undone is done
    /// first.
    pub(super) fn open(base: &Path, step: &mut Step<'_>) -> io::Result<Stage> {
        step()?;
        fs::create_dir_all(base)?;
        let lock = lock(base)?;
        recover(base, step)?;
        let folder = StageFolder { path: base.join(STAGE), is_needed: false };
        fs::create_dir(&folder.path)?;
        Ok(Stage {
            base: base.to_owned(),
            _lock: lock,
            folder,
            moves: Vec::new(),
            removals: Vec::new(),
        })
    }

    /// The folder in which new files are written.
    pub(super) fn folder(&self) -> PathBuf {
        self.folder.path.clone()
    }

    /// Adds a file, whose place is told from `base` on.
    pub(super) fn add(&mut self, file: Sealed, place: String) {
        self.moves.push((file, place));
    }

    /// Adds a file with this content.
    pub(super) fn add_text(&mut self, text: &str, place: String) -> io::Result<()> {
        let mut draft = Draft::create_in(&self.folder())?;
        draft.write_all(text.as_bytes())?;
        self.add(draft.seal()?, place);
        Ok(())
    }

    /// Adds the removal of a file that has no use any more.
    pub(super) fn remove(&mut self, place: String) {
        self.removals.push(place);
    }

    /// Brings all files to their places.
    pub(super) fn commit(self, step: &mut Step<'_>) -> io::Result<()> {
        let Stage { base, _lock, mut folder, moves, removals } = self;
        if moves.is_empty() && removals.is_empty() {
            return Ok(());
        }
        let mut text = format!("{TITLE}\n");
        for (n, (file, place)) in moves.into_iter().enumerate() {
            step()?;
            file.publish(&base.join(STAGE).join(n.to_string()))?;
            text.push_str(&format!("move\t{n}\t{place}\n"));
        }
        for place in &removals {
            text.push_str(&format!("remove\t{place}\n"));
        }
        sync_folder(&base.join(STAGE));
        step()?;
        let mut draft = Draft::create_in(&base.join(STAGE))?;
        draft.write_all(text.as_bytes())?;
        let journal = draft.seal()?;
        folder.is_needed = true;
        journal.publish(&base.join(JOURNAL))?;
        sync_folder(&base);
        recover(&base, step)
    }
}

/// The folder of new files. It is gone when it is dropped, unless a journal needs it.
#[derive(Debug)]
struct StageFolder {
    path: PathBuf,
    is_needed: bool,
}

impl Drop for StageFolder {
    fn drop(&mut self) {
        if !self.is_needed {
            // What stays is hidden, and the next run throws it away.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Keeps other runs out of the archive until what is returned is closed, in whatever way the
/// program ends.
///
/// Two runs at once would throw each other's new files away.
#[cfg(unix)]
fn lock(base: &Path) -> io::Result<fs::File> {
    use rustix::fs::{FlockOperation, flock};
    let folder = fs::File::open(base)?;
    match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(folder),
        Err(rustix::io::Errno::WOULDBLOCK) => {
            Err(io::Error::other("another run is at work on this archive"))
        }
        // A file system that cannot lock.
        Err(rustix::io::Errno::NOSYS | rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOLCK) => {
            Ok(folder)
        }
        Err(error) => Err(error.into()),
    }
}

/// The same: a file that no one else may open.
#[cfg(not(unix))]
fn lock(base: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        options.share_mode(0);
    }
    options.open(base.join(".pgn-lock"))
}

/// Does what a journal says, if there is one, and throws the stage away.
fn recover(base: &Path, step: &mut Step<'_>) -> io::Result<()> {
    let journal = base.join(JOURNAL);
    match fs::read_to_string(&journal) {
        Ok(text) => apply(base, &text, step)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    discard(base, step)?;
    step()?;
    match fs::remove_file(&journal) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Each step may have been done before.
fn apply(base: &Path, journal: &str, step: &mut Step<'_>) -> io::Result<()> {
    let foreign = || io::Error::other(format!("{JOURNAL} is not the journal of an archive"));
    let mut lines = journal.lines();
    if lines.next() != Some(TITLE) {
        return Err(foreign());
    }
    for line in lines {
        step()?;
        let words: Vec<&str> = line.split('\t').collect();
        match words[..] {
            ["move", number, place] if is_inside(place) => {
                let (staged, target) = (base.join(STAGE).join(number), base.join(place));
                if let Some(folder) = target.parent() {
                    fs::create_dir_all(folder)?;
                }
                // It was moved before, unless nothing is there either.
                if staged.exists() || !target.exists() {
                    fs::rename(&staged, &target)?;
                }
            }
            ["remove", place] if is_inside(place) => {
                gone_is_done(fs::remove_file(base.join(place)))?
            }
            _ => return Err(foreign()),
        }
    }
    Ok(())
}

/// A journal speaks of what is below its folder.
fn is_inside(place: &str) -> bool {
    Path::new(place).components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

fn gone_is_done(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn discard(base: &Path, step: &mut Step<'_>) -> io::Result<()> {
    step()?;
    gone_is_done(fs::remove_dir_all(base.join(STAGE)))
}
