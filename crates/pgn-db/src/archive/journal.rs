//! The journal: the steps that remain once all new files are complete (D-43).
//!
//! Before the journal exists, nothing of the archive has changed, and the stage may be discarded.
//! Once it exists, all its steps will be done: by this run, or by the next one.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use super::below::{Below, Missing};
use crate::output::{Draft, Sealed, sync_folder};

/// Hidden, so that no walk through the archive finds them.
const STAGE: &str = ".pgn-stage";
const JOURNAL: &str = ".pgn-journal";

/// The first line, which distinguishes a journal from another file of that name.
const TITLE: &str = "pgn archive journal 1";

/// Called before each step that changes the disk; an error stops the work there. Used by tests.
pub type Step<'s> = dyn FnMut() -> io::Result<()> + 's;

/// New files of an archive, and the steps to move them to their places.
#[derive(Debug)]
pub(super) struct StagedFiles {
    base: PathBuf,
    /// Keeps other runs out while it is open.
    _lock: fs::File,
    folder: StageFolder,
    moves: Vec<(Sealed, String)>,
    removals: Vec<String>,
}

impl StagedFiles {
    /// An empty stage for the archive at `base`. Steps that an earlier run left undone are done
    /// first.
    pub(super) fn open(base: &Path, step: &mut Step<'_>) -> io::Result<StagedFiles> {
        step()?;
        fs::create_dir_all(base)?;
        let lock = lock(base)?;
        recover(base, step)?;
        let folder = StageFolder { path: base.join(STAGE), is_needed: false };
        fs::create_dir(&folder.path)?;
        Ok(StagedFiles {
            base: base.to_owned(),
            _lock: lock,
            folder,
            moves: Vec::new(),
            removals: Vec::new(),
        })
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.folder.path.clone()
    }

    /// Adds a file, whose name is given relative to `base`.
    pub(super) fn add(&mut self, file: Sealed, place: String) {
        self.moves.push((file, place));
    }

    pub(super) fn add_text(&mut self, text: &str, place: String) -> io::Result<()> {
        let mut draft = Draft::create_in(&self.folder())?;
        draft.write_all(text.as_bytes())?;
        self.add(draft.seal()?, place);
        Ok(())
    }

    pub(super) fn remove(&mut self, place: String) {
        self.removals.push(place);
    }

    pub(super) fn commit(self, step: &mut Step<'_>) -> io::Result<()> {
        let StagedFiles { base, _lock, mut folder, moves, removals } = self;
        if moves.is_empty() && removals.is_empty() {
            return Ok(());
        }
        // The steps of the journal must be possible: links are rejected before it is written.
        for place in moves.iter().map(|(_, place)| place).chain(&removals) {
            gone_is_done(Below::reach(&base, place, Missing::Refuse).map(|_| ()))?;
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

/// The folder of new files. It is removed when it is dropped, unless a journal needs it.
#[derive(Debug)]
struct StageFolder {
    path: PathBuf,
    is_needed: bool,
}

impl Drop for StageFolder {
    fn drop(&mut self) {
        if !self.is_needed {
            // Remaining files are hidden, and the next run discards them.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Keeps other runs out of the archive until the returned value is dropped, however the program
/// ends.
///
/// Two runs at once would throw each other's new files away.
#[cfg(unix)]
fn lock(base: &Path) -> io::Result<fs::File> {
    use rustix::fs::{FlockOperation, flock};
    let folder = fs::File::open(base)?;
    match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(folder),
        Err(rustix::io::Errno::WOULDBLOCK) => {
            Err(io::Error::other("another run is working on this archive"))
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

/// Whether there is a journal, because a run was stopped before it had done everything.
pub(super) fn is_interrupted(base: &Path) -> bool {
    base.join(JOURNAL).symlink_metadata().is_ok()
}

/// Executes a journal, if there is one, and discards the stage.
fn recover(base: &Path, step: &mut Step<'_>) -> io::Result<()> {
    let (root, journal) = Below::reach(base, JOURNAL, Missing::Refuse)?;
    if root.has(journal)? {
        if !root.has_file(journal)? {
            return Err(foreign());
        }
        let steps = fs::read_to_string(base.join(JOURNAL))?;
        apply(base, &parse(&steps)?, step)?;
    }
    discard(base, step)?;
    step()?;
    gone_is_done(root.remove(journal))
}

#[derive(Clone, Copy, Debug)]
enum Planned<'t> {
    /// A file of the stage, by its number, goes to a place.
    Move(&'t str, &'t str),
    Remove(&'t str),
}

/// The steps of a journal: all of them, or it is not one of ours.
fn parse(journal: &str) -> io::Result<Vec<Planned<'_>>> {
    let mut lines = journal.lines();
    if lines.next() != Some(TITLE) {
        return Err(foreign());
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let steps = lines.map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        ["move", number, place] if is_number(number) && is_public(place) => {
            Ok(Planned::Move(number, place))
        }
        ["remove", place] if is_public(place) => Ok(Planned::Remove(place)),
        _ => Err(foreign()),
    });
    steps.collect()
}

fn foreign() -> io::Error {
    io::Error::other(format!("{JOURNAL} is not an archive journal"))
}

/// Each step may have been done before.
fn apply(base: &Path, steps: &[Planned<'_>], step: &mut Step<'_>) -> io::Result<()> {
    for planned in steps {
        step()?;
        match *planned {
            Planned::Move(number, place) => {
                let (target, name) = Below::reach(base, place, Missing::Make)?;
                let staged = format!("{STAGE}/{number}");
                match Below::reach(base, &staged, Missing::Refuse) {
                    // It was moved before, unless its source is missing, too.
                    Ok((stage, number)) if stage.has_file(number)? || !target.has(name)? => {
                        stage.rename(number, &target, name)?;
                    }
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    Err(error) if !target.has(name)? => return Err(error),
                    Ok(_) | Err(_) => {}
                }
            }
            Planned::Remove(place) => {
                let reached = Below::reach(base, place, Missing::Refuse);
                gone_is_done(reached.and_then(|(folder, name)| folder.remove(name)))?;
            }
        }
    }
    Ok(())
}

/// A journal names only files below its folder that are not hidden.
fn is_public(place: &str) -> bool {
    let mut parts = Path::new(place).components().peekable();
    parts.peek().is_some()
        && parts.all(|part| match part {
            Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
            _ => false,
        })
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
